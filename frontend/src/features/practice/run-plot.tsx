import { useFormat } from '../../shared/i18n/format.ts'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { StackedBars } from '../../shared/ui/plot/stacked-bars.tsx'
import { type RunAnswers, totalsOf } from './grade-locally.ts'
import { usePracticeMessages } from './messages.en.ts'

/** How long each question took; a right one is filled, a wrong one hollow. */
export default function RunPlot({ answers }: { answers: RunAnswers }) {
  const messages = usePracticeMessages()
  const format = useFormat()
  const { answered, right, timeSpent } = totalsOf(answers)
  const summary = messages.plotSummary(
    format.number(right),
    format.number(answered),
    format.duration(timeSpent),
  )
  return (
    <PlotFrame
      title={messages.plotTitle}
      summary={summary}
      columns={[messages.plotQuestion, messages.plotResult, messages.plotTime, messages.plotPoints]}
      rows={answers.map(({ title, isCorrect, timeSpent, points }, at) => [
        `${format.number(at + 1)}. ${title}`,
        isCorrect ? messages.plotRight : messages.plotWrong,
        format.stopwatch(timeSpent),
        format.number(points),
      ])}
    >
      <StackedBars
        label={summary}
        legend={{ filled: messages.plotRight, hollow: messages.plotWrong }}
        bars={answers.map(({ isCorrect, timeSpent }, at) => ({
          key: String(at),
          label: format.number(at + 1),
          filled: isCorrect ? Math.max(1, timeSpent) : 0,
          hollow: isCorrect ? 0 : Math.max(1, timeSpent),
        }))}
      />
    </PlotFrame>
  )
}
