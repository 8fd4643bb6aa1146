import type { Dashboard, Progress } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { useProgressMessages } from './messages.en.ts'
import { Why } from './why.tsx'

/** Every stat, each with its explanation. */
export function AllFigures({
  progress,
  dashboard,
}: {
  progress: Progress
  dashboard: Dashboard | undefined
}) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { totalPoints, level } = progress.achievements
  const week = dashboard?.weeklyProgress.reduce((sum, day) => sum + day.timeSpent, 0)
  const number = format.number
  const figures = [
    {
      figure: 'streak',
      label: messages.streak,
      value: number(progress.currentStreak),
      line: messages.freezes(progress.streakFreezes),
    },
    { figure: 'longestStreak', label: messages.longest, value: number(progress.longestStreak) },
    { figure: 'points', label: messages.points, value: number(totalPoints) },
    {
      figure: 'level',
      label: messages.level,
      value: number(level),
      line: messages.levelNext(number(levelStart(level + 1) - totalPoints), number(level + 1)),
    },
    {
      figure: 'accuracy',
      label: messages.accuracy,
      value: format.percent(progress.accuracy),
      line: dashboard && messages.completion(format.percent(dashboard.completionRate)),
    },
    {
      figure: 'totalQuestions',
      label: messages.answers,
      value: number(progress.totalQuestions),
      line: messages.challengesDone(progress.challenges.completed),
    },
    { figure: 'correctAnswers', label: messages.rightAnswers, value: number(progress.correctAnswers) },
    {
      figure: 'timeSpent',
      label: messages.time,
      value: format.duration(progress.timeSpent),
      line: week !== undefined && messages.timeLine(format.duration(week)),
    },
  ]
  return (
    <Figures>
      {figures.map(({ figure, label, value, line }) => (
        <Figure
          key={figure}
          label={label}
          value={value}
          line={line}
          why={<Why figure={figure} label={label} />}
          lit={figure === 'streak'}
        />
      ))}
    </Figures>
  )
}

/** Points at which a level begins: 0, 100, 300, 600, 1,000 … Each level takes 100 points more than the one before. */
const levelStart = (level: number): number => 50 * level * (level - 1)
