import type { User } from '@rehearse/contracts'
import type { ReactNode } from 'react'
import { useSession, useSessionKnown } from '../api/session.ts'
import { useMessages } from '../i18n/locale.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { useSignInPrompt } from '../ui/sign-in-prompt.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** A page for signed-in learners. A visitor sees why, and can sign up or sign in. */
export function LearnerOnly({
  title,
  words,
  children,
}: {
  title: string
  words: { title: string; text: string }
  children: (learner: User) => ReactNode
}) {
  const { account, nav } = useMessages()
  const session = useSession()
  const isKnown = useSessionKnown()
  const ask = useSignInPrompt((state) => state.ask)
  if (session) return children(session)
  if (!isKnown) {
    return (
      <Page title={title}>
        <Skeleton heights={[8, 12]} />
      </Page>
    )
  }
  return (
    <Page title={title}>
      <EmptyState
        title={words.title}
        text={words.text}
        action={
          <>
            <Button variant="primary" onClick={() => ask()}>
              {account.signIn}
            </Button>
            <ButtonLink to="/questions">{nav.practice}</ButtonLink>
          </>
        }
      />
    </Page>
  )
}
