import type { Progress } from '@rehearse/contracts'
import { addDays, localDay, useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { PeriodBars, PeriodTrend } from '../../shared/ui/plot/period-plots.tsx'
import { useProgressMessages } from './messages.en.ts'

const WEEKS = 12

/** Answers per week, Sunday to Saturday, including weeks without any. */
export function WeeksPlot({ weeks }: { weeks: Progress['weeklyProgress'] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const known = new Map(weeks.map((week) => [week.weekStart, week]))
  const shown = lastWeekStarts().map((start) => ({ start, figures: known.get(start) }))
  const answered = shown.reduce((sum, { figures }) => sum + (figures?.questionsAnswered ?? 0), 0)
  return (
    <PeriodBars
      title={messages.weeksTitle}
      summary={messages.weeksSummary(answered, WEEKS)}
      columns={[
        messages.week,
        messages.answered,
        messages.right,
        messages.accuracyColumn,
        messages.timeColumn,
      ]}
      legend={{ filled: messages.right, hollow: messages.wrong }}
      periods={shown.map(({ start, figures }, position) => ({
        key: start,
        label: (WEEKS - 1 - position) % 3 === 0 ? format.day(start) : undefined,
        filled: figures?.correctAnswers ?? 0,
        hollow: (figures?.questionsAnswered ?? 0) - (figures?.correctAnswers ?? 0),
        cells: [
          format.day(start),
          format.number(figures?.questionsAnswered ?? 0),
          format.number(figures?.correctAnswers ?? 0),
          figures ? format.percent(figures.accuracy) : messages.noAnswers,
          format.duration(figures?.timeSpent ?? 0),
        ],
      }))}
    />
  )
}

function lastWeekStarts(): string[] {
  const today = localDay()
  const sunday = addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay())
  return Array.from({ length: WEEKS }, (_, position) => addDays(sunday, 7 * (position - WEEKS + 1)))
}

const MONTHS = 6

/** Accuracy by month, with the number of answers. */
export function MonthsPlot({ months }: { months: Progress['monthlyProgress'] }) {
  const { common } = useMessages()
  const messages = useProgressMessages()
  const format = useFormat()
  const known = new Map(months.map((month) => [month.month, month]))
  const periods = lastMonths().map((month) => {
    const figures = known.get(month)
    const value = figures && figures.questionsAnswered > 0 ? figures.accuracy : null
    const text = value === null ? messages.noAnswers : format.percent(value)
    return {
      key: month,
      label: format.month(month),
      value,
      text,
      cells: [
        format.monthOfYear(month),
        format.number(figures?.questionsAnswered ?? 0),
        text,
        format.number(figures?.streakDays ?? 0),
        format.duration(figures?.timeSpent ?? 0),
      ],
    }
  })
  return (
    <PeriodTrend
      title={messages.monthsTitle}
      summary={messages.monthsSummary(
        periods.map(({ label, text }) => `${label} ${text}`).join(common.comma),
      )}
      columns={[
        messages.month,
        messages.answered,
        messages.accuracyColumn,
        messages.activeDays,
        messages.timeColumn,
      ]}
      periods={periods}
    />
  )
}

function lastMonths(): string[] {
  const [year = 0, month = 1] = localDay().split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, position) =>
    new Date(Date.UTC(year, month - MONTHS + position, 1)).toISOString().slice(0, 7),
  )
}
