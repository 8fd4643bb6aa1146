import { lazy, Suspense, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { useCodingMessages } from './messages.en.ts'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** Reveals the solution after a confirmation; this can't be undone. */
export function GiveUp({
  pending,
  error,
  onGiveUp,
}: {
  pending: boolean
  error: Error | null
  onGiveUp: () => void
}) {
  const coding = useCodingMessages()
  const { common } = useMessages()
  const session = useSession()
  const errorText = useErrorText()
  const ask = useSignInPrompt((state) => state.ask)
  const [asking, setAsking] = useState(false)
  const refused = error instanceof ApiError && error.isUnauthenticated
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        pending={pending}
        onClick={() => (session ? setAsking(true) : ask(() => setAsking(true)))}
      >
        {pending ? coding.opening : coding.giveUp}
      </Button>
      {error && !refused && <Alert tone="error">{errorText(error)}</Alert>}
      {asking && (
        <Suspense>
          <ConfirmDialog
            title={coding.giveUpTitle}
            text={coding.giveUpText}
            confirmLabel={coding.giveUpConfirm}
            cancelLabel={common.cancel}
            pending={false}
            onConfirm={() => {
              setAsking(false)
              onGiveUp()
            }}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
