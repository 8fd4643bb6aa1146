import type { Profile } from '@rehearse/contracts'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { Tag } from '../../shared/ui/tag.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import styles from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'
import { WriteButton } from './write-button.tsx'

const providerNames = { google: 'Google', github: 'Github' } as const

/** The ways into the account: the address, the password, and accounts elsewhere. */
export function SignInSection({ profile }: { profile: Profile }) {
  const { signIn: messages } = useAccountMessages().settings
  const { email, isEmailVerified, hasPassword, identities } = profile
  return (
    <SettingsSection title={messages.title} lead={messages.lead}>
      <p className={styles.address}>
        <bdi>{email}</bdi> <Tag>{isEmailVerified ? messages.verified : messages.unverified}</Tag>
      </p>
      {!isEmailVerified && (
        <>
          <p className={styles.quiet}>{messages.unverifiedText}</p>
          <WriteButton
            label={messages.resend}
            done={messages.linkSent}
            write={() => learnerApi.post('/api/auth/email/verification')}
          />
        </>
      )}
      {identities.map(({ provider, email: address }) => (
        <p key={provider} className={styles.quiet}>
          {messages.elsewhere(providerNames[provider], address ?? email)}
        </p>
      ))}
      {hasPassword ? (
        <>
          <ChangeEmail />
          <ChangePassword />
        </>
      ) : (
        <>
          <p className={styles.quiet}>{messages.noPassword}</p>
          <WriteButton
            label={messages.mailPasswordLink}
            done={messages.linkSent}
            write={() => learnerApi.post('/api/auth/password/forgot', { body: { email } })}
          />
        </>
      )}
    </SettingsSection>
  )
}
