import type { DayFigures } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { TrendLine } from '../../shared/ui/plot/trend-line.tsx'
import { useProgressMessages } from './progress-messages.ts'

/** Accuracy by day. A day without answers has no accuracy. */
export function WeekPlot({ days }: { days: readonly DayFigures[] }) {
  const { common } = useMessages()
  const messages = useProgressMessages()
  const format = useFormat()
  const points = days.map((day) => {
    const value =
      day.questionsAnswered === 0 ? null : Math.round((day.correctAnswers / day.questionsAnswered) * 100)
    return {
      key: day.date,
      day,
      label: format.weekday(day.date),
      value,
      text: value === null ? messages.noAnswers : format.percent(value),
    }
  })
  const summary = messages.weekSummary(points.map(({ label, text }) => `${label} ${text}`).join(common.comma))
  return (
    <PlotFrame
      title={messages.weekTitle}
      summary={summary}
      columns={[messages.day, messages.answered, messages.right, messages.accuracyColumn]}
      rows={points
        .map(({ day, label, text }) => [
          `${label}${common.comma}${format.day(day.date)}`,
          format.number(day.questionsAnswered),
          format.number(day.correctAnswers),
          text,
        ])
        .reverse()}
    >
      <TrendLine label={summary} points={points} />
    </PlotFrame>
  )
}
