import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { useStudyPlanMessages } from './messages.en.ts'
import { useOwnPlanWrites } from './use-custom-plan-writes.ts'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** What only a plan of one's own can be: changed, and thrown away. */
export function OwnPlanActions({ uid, planId }: { uid: string; planId: string }) {
  const messages = useStudyPlanMessages()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { removing } = useOwnPlanWrites(uid)
  const [asking, setAsking] = useState(false)
  const remove = () => {
    setAsking(false)
    removing.mutate(planId, { onSuccess: () => navigate('/study-plans') })
  }
  return (
    <>
      {removing.isError && <Alert tone="error">{errorText(removing.error, messages.failed)}</Alert>}
      <ButtonLink to={`/study-plans/${planId}/edit`} variant="ghost">
        {messages.edit}
      </ButtonLink>
      <Button variant="ghost" pending={removing.isPending} onClick={() => setAsking(true)}>
        {messages.remove}
      </Button>
      {asking && (
        <Suspense>
          <ConfirmDialog
            title={messages.removeTitle}
            text={messages.removeText}
            confirmLabel={messages.remove}
            cancelLabel={messages.keep}
            pending={removing.isPending}
            onConfirm={remove}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
