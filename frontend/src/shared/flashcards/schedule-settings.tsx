import type { CardSettings, Rescheduled } from '@rehearse/contracts'
import { RETENTION } from '@rehearse/contracts/constants'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useOwnWrite } from '../account/use-own-write.ts'
import { learnerApi } from '../api/client.ts'
import { useFormat } from '../i18n/format.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Loading, useErrorText } from '../ui/load-failed.tsx'
import { isWholeNumberIn, NumberField } from '../ui/number-field.tsx'
import { useFocusFirstError } from '../ui/use-focus-first-error.ts'
import { Why } from '../ui/why.tsx'
import { useScheduleMessages } from './messages.en.ts'
import styles from './schedule-settings.module.css'

export const cardSettingsQuery = (uid: string) =>
  queryOptions({
    queryKey: ['progress', uid, 'card-settings'],
    queryFn: async ({ signal }) =>
      (await learnerApi.get('/api/progress/reviews/settings', { signal })).settings,
  })

/** What a learner's flashcards are scheduled with: the retention to choose, and the fit to their reviews. */
export function ScheduleSettings({
  uid,
  onRescheduled,
}: {
  uid: string
  onRescheduled?: (() => void) | undefined
}) {
  const messages = useScheduleMessages()
  const query = useQuery(cardSettingsQuery(uid))
  return (
    <div className={styles.settings}>
      <Loading query={query} title={messages.loadFailed} heights={[7.5, 2.75, 4]} />
      {query.data && <Loaded uid={uid} settings={query.data} onRescheduled={onRescheduled} />}
    </div>
  )
}

/** Reschedules all cards, and shows what that does to the number of reviews. */
function useReschedule(uid: string, onRescheduled: (() => void) | undefined) {
  const queryClient = useQueryClient()
  return useOwnWrite({
    mutationFn: (change: { retention: number } | 'revert') =>
      change === 'revert'
        ? learnerApi.delete('/api/progress/reviews/weights')
        : learnerApi.put('/api/progress/reviews/settings', { body: change }),
    onSuccess: ({ settings }) => {
      queryClient.setQueryData(cardSettingsQuery(uid).queryKey, settings)
      void queryClient.invalidateQueries({ queryKey: ['progress', uid, 'reviews'] })
      onRescheduled?.()
    },
  })
}

function Loaded({
  uid,
  settings,
  onRescheduled,
}: {
  uid: string
  settings: CardSettings
  onRescheduled: (() => void) | undefined
}) {
  const messages = useScheduleMessages()
  const errorText = useErrorText()
  const format = useFormat()
  const choosing = useReschedule(uid, onRescheduled)
  const reverting = useReschedule(uid, onRescheduled)
  const [error, setError] = useState<string>()
  const form = useFocusFirstError(error === undefined ? {} : { retention: error })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (choosing.isPending) return
    const text = String(new FormData(event.currentTarget).get('retention')).trim()
    const isValid = isWholeNumberIn(text, RETENTION)
    setError(isValid ? undefined : messages.retentionError)
    choosing.reset()
    if (isValid) choosing.mutate({ retention: +text })
  }

  return (
    <>
      <form ref={form} onSubmit={submit} noValidate className={styles.settings}>
        <NumberField
          label={messages.retention}
          hint={messages.retentionHint}
          name="retention"
          range={RETENTION}
          defaultValue={settings.retention}
          error={error}
        />
        {choosing.isError && <Alert tone="error">{errorText(choosing.error, messages.saveFailed)}</Alert>}
        <div className={styles.actions}>
          <Button type="submit" pending={choosing.isPending}>
            {choosing.isPending ? messages.saving : messages.save}
          </Button>
          <Why label={messages.whyRetention} title={messages.whyRetention}>
            <p>{messages.whyRetentionDue(format.percent(settings.retention))}</p>
            <p>{messages.whyRetentionChange}</p>
          </Why>
        </div>
        <Effect change={choosing.data?.change} />
      </form>
      <Fit settings={settings} />
      {reverting.isError && <Alert tone="error">{errorText(reverting.error, messages.saveFailed)}</Alert>}
      {settings.fit && (
        <div>
          <Button pending={reverting.isPending} onClick={() => reverting.mutate('revert')}>
            {reverting.isPending ? messages.reverting : messages.revert}
          </Button>
        </div>
      )}
      <Effect change={reverting.data?.change} />
    </>
  )
}

/** Always rendered, so that screen readers announce what appears in it. */
function Effect({ change }: { change: Rescheduled | undefined }) {
  const messages = useScheduleMessages()
  const { number } = useFormat()
  return (
    <p role="status" className={styles.effect}>
      {change &&
        `${messages.due(change.dueTomorrow.after, change.dueTomorrow.before, number(change.dueTomorrow.before))} ${messages.perDay(
          Math.round(change.perDay.after - change.perDay.before),
        )}`}
    </p>
  )
}

function Fit({ settings: { fit, reviews, fitFrom } }: { settings: CardSettings }) {
  const messages = useScheduleMessages()
  const { number, percent } = useFormat()
  if (fit) {
    return (
      <p>
        {messages.fitted(fit.reviews, percent(fit.improvement))}{' '}
        <Why label={messages.whyFit} title={messages.whyFit}>
          <p>{messages.measured(fit.heldOut)}</p>
          <p>{messages.logLoss}</p>
        </Why>
      </p>
    )
  }
  return (
    <div>
      <p>{messages.standard}</p>
      <p className={styles.quiet}>
        {reviews < fitFrom ? messages.fitsLater(number(reviews), number(fitFrom)) : messages.fitsIfBetter}
      </p>
    </div>
  )
}
