import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CheckboxField } from '../../shared/ui/fields.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import styles from './interview.module.css'
import { useInterviewMessages } from './interview-messages.ts'
import { interviewerQuery } from './interviewer-calls.ts'

/** Whether a language model takes part, and what goes where then. Nothing is shown where there is none. */
export function InterviewerChoice({
  chosen,
  onChoose,
}: {
  chosen: boolean
  onChoose: (chosen: boolean) => void
}) {
  const messages = useInterviewMessages()
  const id = useId()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.ask)
  const { data: interviewer } = useQuery(interviewerQuery)
  if (!interviewer) return <p className={styles.quiet}>{messages.kept}</p>
  const { host, model } = interviewer
  if (!session) {
    return (
      <div className={styles.answer}>
        <p className={styles.quiet}>{messages.kept}</p>
        <p className={styles.quiet}>{messages.interviewerSignIn(model)}</p>
        <Button size="small" onClick={() => ask()}>
          {messages.signIn}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.answer}>
      <CheckboxField
        label={messages.interviewerChoice(model)}
        checked={chosen}
        aria-describedby={id}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <p id={id} className={styles.quiet}>
        {chosen ? messages.interviewerTold(host) : messages.kept}
      </p>
    </div>
  )
}
