import type { User } from '@rehearse/contracts'
import type { ReactNode } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { useProgressMessages } from './progress-messages.ts'

/** Figures belong to an account; a visitor is told so, and shown both ways on. */
export function LearnerOnly({ title, children }: { title: string; children: (learner: User) => ReactNode }) {
  const { account } = useMessages()
  const messages = useProgressMessages()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.ask)
  if (session) return children(session)
  return (
    <Page title={title}>
      <EmptyState
        title={messages.visitorTitle}
        text={messages.visitorText}
        action={
          <>
            <Button variant="primary" onClick={() => ask()}>
              {account.signIn}
            </Button>
            <ButtonLink to="/questions">{messages.emptyAction}</ButtonLink>
          </>
        }
      />
    </Page>
  )
}
