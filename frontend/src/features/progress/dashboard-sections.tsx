import type { Dashboard, Progress } from '@rehearse/contracts'
import { Check, X } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import styles from './lists.module.css'
import { useProgressMessages } from './messages.en.ts'
import { TitledList } from './progress-sections.tsx'
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

export function Latest({ activities }: { activities: Dashboard['recentActivity'] }) {
  const { common } = useMessages()
  const messages = useProgressMessages()
  const format = useFormat()
  return (
    <TitledList title={messages.latest} ordered>
      {activities.map((activity) => (
        <li key={`${activity.timestamp} ${activity.title}`} className={styles.activity}>
          {activity.isCorrect ? (
            <Check aria-label={messages.answeredRight} role="img" size={18} className={styles.right} />
          ) : (
            <X aria-label={messages.answeredWrong} role="img" size={18} className={styles.wrong} />
          )}
          <div className={styles.what}>
            <p dir="auto">
              <InlineCode text={activity.title} />
            </p>
            <p className={styles.quiet}>{format.moment(activity.timestamp)}</p>
          </div>
          <span data-numeric className={styles.points}>
            <span aria-hidden>{format.signed(activity.points)}</span>
            <span className="visually-hidden">{common.points(activity.points)}</span>
          </span>
        </li>
      ))}
    </TitledList>
  )
}

/** Those answered best, with how many answers that rests on. */
export function TopCategories({ categories }: { categories: Dashboard['topCategories'] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  return (
    <TitledList title={messages.topCategories} empty={messages.topCategoriesEmpty} ordered>
      {categories.map(({ category, score, questionsCompleted }) => (
        <li key={category} className={styles.row}>
          <div className={styles.name}>
            <p dir="auto">{category}</p>
            <p data-numeric className={styles.quiet}>
              {format.percent(score)} · {messages.answersCounted(questionsCompleted)}
            </p>
          </div>
          <Why figure={`category:${category}`} label={category} />
        </li>
      ))}
    </TitledList>
  )
}
