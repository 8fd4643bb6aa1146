import type { PlatformDay } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { StackedBars } from '../../shared/ui/plot/stacked-bars.tsx'
import { TrendLine } from '../../shared/ui/plot/trend-line.tsx'
import { useReportMessages } from './messages.ts'

interface Props {
  /** Oldest first, without gaps. */
  days: readonly PlatformDay[]
}

/** Who was there on each day: those who came back, and on top those who came for the first time. */
export function ActivePlot({ days }: Props) {
  const messages = useReportMessages()
  const format = useFormat()
  const most = Math.max(0, ...days.map(({ activeLearners }) => activeLearners))
  const fresh = days.reduce((sum, { newLearners }) => sum + newLearners, 0)
  const summary = messages.activeSummary(most, fresh)
  return (
    <PlotFrame
      title={messages.activeTitle}
      summary={summary}
      columns={[messages.day, messages.active, messages.newcomers]}
      rows={days
        .map((day) => [
          format.day(day.date),
          format.number(day.activeLearners),
          format.number(day.newLearners),
        ])
        .reverse()}
    >
      <StackedBars
        label={summary}
        legend={{ filled: messages.returning, hollow: messages.newcomers }}
        bars={days.map((day) => ({
          key: day.date,
          label: format.day(day.date),
          filled: day.activeLearners - day.newLearners,
          hollow: day.newLearners,
        }))}
      />
    </PlotFrame>
  )
}

export function AnswersPlot({ days }: Props) {
  const messages = useReportMessages()
  const format = useFormat()
  const summary = messages.answersSummary(days.reduce((sum, { answers }) => sum + answers, 0))
  return (
    <PlotFrame
      title={messages.answersTitle}
      summary={summary}
      columns={[messages.day, messages.answers, messages.right, messages.time]}
      rows={days
        .map((day) => [
          format.day(day.date),
          format.number(day.answers),
          format.number(day.correctAnswers),
          format.duration(day.timeSpent),
        ])
        .reverse()}
    >
      <StackedBars
        label={summary}
        legend={{ filled: messages.right, hollow: messages.wrong }}
        bars={days.map((day) => ({
          key: day.date,
          label: format.day(day.date),
          filled: day.correctAnswers,
          hollow: day.answers - day.correctAnswers,
        }))}
      />
    </PlotFrame>
  )
}

export function AccuracyPlot({ days }: Props) {
  const messages = useReportMessages()
  const format = useFormat()
  const known = days.filter(({ answers }) => answers > 0).map(({ accuracy }) => accuracy)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)].map(format.percent) as [string, string]
  const differing =
    lowest === highest ? messages.accuracySame(lowest) : messages.accuracySummary(lowest, highest)
  const summary = known.length === 0 ? messages.accuracyNone : differing
  const points = days.map((day) => ({
    key: day.date,
    label: format.day(day.date),
    value: day.answers === 0 ? null : day.accuracy,
    text: day.answers === 0 ? messages.noAnswers : format.percent(day.accuracy),
  }))
  return (
    <PlotFrame
      title={messages.accuracyTitle}
      summary={summary}
      columns={[messages.day, messages.accuracy]}
      rows={points.map(({ label, text }) => [label, text]).reverse()}
    >
      <TrendLine label={summary} points={points} />
    </PlotFrame>
  )
}
