import type { Progress } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { localDay } from '../../shared/local-day.ts'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { TrendLine } from '../../shared/ui/plot/trend-line.tsx'
import { useProgressMessages } from './messages.en.ts'

const MONTHS = 6

/** Accuracy by month, with what was done in it. */
export function MonthsPlot({ months }: { months: Progress['monthlyProgress'] }) {
  const { common } = useMessages()
  const messages = useProgressMessages()
  const format = useFormat()
  const known = new Map(months.map((month) => [month.month, month]))
  const points = lastMonths().map((month) => {
    const figures = known.get(month)
    const value = figures && figures.questionsAnswered > 0 ? figures.accuracy : null
    return {
      key: month,
      figures,
      label: format.month(month),
      value,
      text: value === null ? messages.noAnswers : format.percent(value),
    }
  })
  const summary = messages.monthsSummary(
    points.map(({ label, text }) => `${label} ${text}`).join(common.comma),
  )
  return (
    <PlotFrame
      title={messages.monthsTitle}
      summary={summary}
      columns={[
        messages.month,
        messages.answered,
        messages.accuracyColumn,
        messages.activeDays,
        messages.timeColumn,
      ]}
      rows={points
        .map(({ key, figures, text }) => [
          format.monthOfYear(key),
          format.number(figures?.questionsAnswered ?? 0),
          text,
          format.number(figures?.streakDays ?? 0),
          format.duration(figures?.timeSpent ?? 0),
        ])
        .reverse()}
    >
      <TrendLine label={summary} points={points} />
    </PlotFrame>
  )
}

function lastMonths(): string[] {
  const [year = 0, month = 1] = localDay().split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, position) =>
    new Date(Date.UTC(year, month - MONTHS + position, 1)).toISOString().slice(0, 7),
  )
}
