import { useQuery } from '@tanstack/react-query'
import { reviewsQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { StackedBars } from '../../shared/ui/plot/stacked-bars.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './lists.module.css'
import { useProgressMessages } from './progress-messages.ts'

/** Flashcards that come due, day by day. */
export function Forecast({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data, error, refetch } = useQuery(reviewsQuery(uid))
  if (!data) {
    if (error) return <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
    return <Skeleton heights={[14]} />
  }
  const { forecast } = data
  const total = forecast.reduce((sum, { due }) => sum + due, 0)
  const today = forecast[0]?.due ?? 0
  const summary = total === 0 ? messages.forecastEmpty : messages.forecastSummary(total, today)
  return (
    <div>
      <PlotFrame
        title={messages.forecast}
        summary={summary}
        columns={[messages.day, messages.due]}
        rows={forecast.map(({ date, due }) => [format.day(date), format.number(due)])}
      >
        <StackedBars
          label={summary}
          bars={forecast.map(({ date, due }, position) => ({
            key: date,
            label: position % 7 === 0 ? format.day(date) : undefined,
            filled: due,
          }))}
        />
      </PlotFrame>
      {today > 0 && (
        <ButtonLink to="/flashcards" className={styles.below}>
          {messages.cardsAction}
        </ButtonLink>
      )}
    </div>
  )
}
