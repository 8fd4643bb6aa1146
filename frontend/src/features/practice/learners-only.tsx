import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { usePracticeMessages } from './messages.en.ts'

/** Somebody without an account is where only one with an account has something. */
export default function LearnersOnly() {
  const { account, practice } = useMessages()
  const messages = usePracticeMessages()
  const ask = useSignInPrompt((state) => state.ask)
  return (
    <>
      <h1 className="visually-hidden">{practice.title}</h1>
      <EmptyState
        title={messages.needsLearnerTitle}
        text={messages.needsLearnerText}
        action={
          <>
            <Button variant="primary" onClick={() => ask()}>
              {account.signIn}
            </Button>
            <ButtonLink to="/questions">{messages.toFree}</ButtonLink>
          </>
        }
      />
    </>
  )
}
