import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { storePreferences, useProfile } from '../../shared/account/profile.ts'
import { useSession } from '../../shared/api/session.ts'
import { type LearningMode, onboarding, type UserType } from '../../shared/onboarding.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useWelcomeMessages } from './messages.en.ts'
import styles from './welcome.module.css'

/** The introduction: who one is, how one likes to learn, and then to where that begins. */
export function Welcome() {
  const messages = useWelcomeMessages()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const session = useSession()
  const { data: profile } = useProfile()
  const [saving, setSaving] = useState(false)
  useEffect(() => onboarding.visited(), [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving) return
    const filled = new FormData(event.currentTarget)
    const userType = filled.get('userType') as UserType
    const learningMode = filled.get('learningMode') as LearningMode
    onboarding.complete({ userType, learningMode })
    if (session) {
      setSaving(true)
      // Kept on this device in any case; the account takes it when it can.
      await storePreferences((before) => ({ ...before, learningMode })).catch(() => undefined)
      void queryClient.invalidateQueries({ queryKey: ['account', session.uid] })
    }
    navigate(learningMode === 'guided' ? '/study-plans' : firstStop[userType])
  }
  return (
    <Page title={messages.title} lead={messages.lead}>
      <form key={profile?.uid} className={styles.form} onSubmit={(event) => void submit(event)}>
        <Choices
          legend={messages.userType}
          name="userType"
          choices={messages.userTypes}
          chosen={onboarding.userType() ?? 'student'}
        />
        <Choices
          legend={messages.learningMode}
          name="learningMode"
          choices={messages.learningModes}
          chosen={onboarding.learningMode(profile?.preferences) ?? 'guided'}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" pending={saving}>
            {saving ? messages.saving : messages.done}
          </Button>
          <ButtonLink to="/questions" variant="ghost">
            {messages.skip}
          </ButtonLink>
        </div>
      </form>
    </Page>
  )
}

/** Where somebody who follows no plan begins. */
const firstStop: Record<UserType, string> = {
  student: '/learning-paths',
  'job-seeker': '/preparation-guides',
  developer: '/questions',
}

/** One of a few, each with a line that says what it means. */
function Choices<Value extends string>({
  legend,
  name,
  choices,
  chosen,
}: {
  legend: string
  name: string
  choices: Readonly<Record<Value, { name: string; text: string }>>
  chosen: Value
}) {
  const entries = Object.entries(choices) as [Value, { name: string; text: string }][]
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {entries.map(([value, words]) => (
          <label key={value} className={styles.choice}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            <span>
              <span className={styles.name}>{words.name}</span>
              <span className={styles.text}>{words.text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
