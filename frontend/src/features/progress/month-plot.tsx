import type { DayFigures } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { StackedBars } from '../../shared/ui/plot/stacked-bars.tsx'
import { useProgressMessages } from './progress-messages.ts'

/** Answers per day: right ones filled, the others hollow on top. */
export function MonthPlot({ days }: { days: readonly DayFigures[] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const answered = days.reduce((sum, day) => sum + day.questionsAnswered, 0)
  const active = days.filter((day) => day.questionsAnswered > 0).length
  const summary = messages.monthSummary(answered, active)
  return (
    <PlotFrame
      title={messages.monthTitle}
      summary={summary}
      columns={[messages.day, messages.answered, messages.right, messages.pointsColumn]}
      rows={days
        .map((day) => [
          format.day(day.date),
          format.number(day.questionsAnswered),
          format.number(day.correctAnswers),
          format.number(day.points),
        ])
        .reverse()}
    >
      <StackedBars
        label={summary}
        legend={{ filled: messages.right, hollow: messages.wrong }}
        bars={days.map((day, position) => ({
          key: day.date,
          label: (days.length - 1 - position) % 7 === 0 ? format.day(day.date) : undefined,
          filled: day.correctAnswers,
          hollow: day.questionsAnswered - day.correctAnswers,
        }))}
      />
    </PlotFrame>
  )
}
