import type { Dashboard, Progress } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { useProgressMessages } from './messages.en.ts'
import { Why } from './why.tsx'

/** The four figures of the day. */
export function DashboardFigures({
  dashboard,
  progress,
}: {
  dashboard: Dashboard
  progress: Progress | undefined
}) {
  const messages = useProgressMessages()
  const format = useFormat()
  const week = dashboard.weeklyProgress.reduce((sum, day) => sum + day.timeSpent, 0)
  const held = progress?.streakFreezes ?? 0
  return (
    <Figures>
      <Figure
        label={messages.streak}
        value={format.number(dashboard.currentStreak)}
        line={held > 0 ? messages.freezes(held) : messages.streakLine(format.number(dashboard.longestStreak))}
        why={<Why figure="streak" label={messages.streak} />}
        lit
      />
      <Figure
        label={messages.points}
        value={format.number(dashboard.totalPoints)}
        line={progress && messages.levelLine(format.number(progress.achievements.level))}
        why={<Why figure="points" label={messages.points} />}
      />
      <Figure
        label={messages.accuracy}
        value={format.percent(dashboard.averageScore)}
        line={
          progress &&
          messages.accuracyLine(
            format.number(progress.correctAnswers),
            format.number(progress.totalQuestions),
          )
        }
        why={<Why figure="accuracy" label={messages.accuracy} />}
      />
      <Figure
        label={messages.time}
        value={format.duration(dashboard.totalTimeSpent)}
        line={messages.timeLine(format.duration(week))}
        why={<Why figure="timeSpent" label={messages.time} />}
      />
    </Figures>
  )
}
