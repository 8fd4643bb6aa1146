import { useNavigate } from 'react-router'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { onboarding } from '../../shared/onboarding.ts'
import { Button } from '../../shared/ui/button.tsx'
import styles from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'

/** Forgets what was said at the beginning, and asks again. */
export function IntroductionSection() {
  const { introduction: messages } = useAccountMessages().settings
  const navigate = useNavigate()
  return (
    <SettingsSection title={messages.title} lead={messages.lead}>
      <div className={styles.actions}>
        <Button
          onClick={() => {
            onboarding.reset()
            navigate('/welcome')
          }}
        >
          {messages.again}
        </Button>
      </div>
    </SettingsSection>
  )
}
