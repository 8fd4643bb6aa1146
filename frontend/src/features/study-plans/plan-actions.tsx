import type { PlanProgress } from '@rehearse/contracts'
import { lazy, Suspense, useState } from 'react'
import { guidedPractice } from '../../shared/guided-practice.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { useStudyPlanMessages } from './study-plan-messages.ts'
import { usePlanWrites } from './use-plan-writes.ts'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** Go on, pause, start over. */
export function PlanActions({ uid, plan, finished }: { uid: string; plan: PlanProgress; finished: boolean }) {
  const messages = useStudyPlanMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const [asking, setAsking] = useState(false)
  const { stepping } = usePlanWrites(uid, () => setAsking(false))
  const step = (step: 'start' | 'pause' | 'reset') => stepping.mutate({ planId: plan.planId, step })
  const running = plan.state === 'running'
  return (
    <>
      {stepping.isError && <Alert tone="error">{errorText(stepping.error, messages.failed)}</Alert>}
      {running && !finished && (
        <ButtonLink to={guidedPractice(plan.planId)} variant="primary">
          {messages.continueDay(format.number(plan.currentDay ?? 1))}
        </ButtonLink>
      )}
      {!running && (
        <Button variant="primary" pending={stepping.isPending} onClick={() => step('start')}>
          {messages.resume}
        </Button>
      )}
      {running && !finished && (
        <Button pending={stepping.isPending} onClick={() => step('pause')}>
          {messages.pause}
        </Button>
      )}
      <Button variant="ghost" onClick={() => setAsking(true)}>
        {messages.reset}
      </Button>
      {asking && (
        <Suspense>
          <ConfirmDialog
            title={messages.resetTitle}
            text={messages.resetText}
            confirmLabel={messages.reset}
            cancelLabel={messages.keep}
            pending={stepping.isPending}
            onConfirm={() => step('reset')}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
