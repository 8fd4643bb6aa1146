import type { Dashboard, Progress } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'

export function DashboardFigures({
  dashboard,
  progress,
}: {
  dashboard: Dashboard
  progress: Progress | undefined
}) {
  const { dashboard: messages } = useMessages()
  const format = useFormat()
  const week = dashboard.weeklyProgress.reduce((sum, day) => sum + day.timeSpent, 0)
  return (
    <Figures>
      <Figure
        label={messages.streak}
        value={format.number(dashboard.currentStreak)}
        line={messages.streakLine(format.number(dashboard.longestStreak))}
        why={messages.streakWhy}
        lit
      />
      <Figure
        label={messages.points}
        value={format.number(dashboard.totalPoints)}
        line={progress && messages.pointsLine(format.number(progress.achievements.level))}
        why={messages.pointsWhy}
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
        why={messages.accuracyWhy}
      />
      <Figure
        label={messages.time}
        value={format.duration(dashboard.totalTimeSpent)}
        line={messages.timeLine(format.duration(week))}
        why={messages.timeWhy}
      />
    </Figures>
  )
}
