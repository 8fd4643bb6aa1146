import type { QuestionStats } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { learningPathsQuery, questionStatsQuery } from '../../shared/api/catalog.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import styles from './admin-dashboard.module.css'
import { FeatureCatalog } from './feature-catalog.tsx'
import { useAdminDashboardMessages } from './messages.en.ts'

/** The question counts, the latest changes, and the feature catalog. */
export function AdminDashboard() {
  const messages = useAdminDashboardMessages()
  const { difficulty } = useMessages()
  const format = useFormat()
  const query = useQuery(questionStatsQuery)
  const { data: stats } = query
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const titles = new Map(paths.map((path) => [path.id, path.title]))
  const levels = (['beginner', 'intermediate', 'advanced'] as const).map((level) => ({
    name: difficulty[level],
    count: stats?.questionsByDifficulty[level] ?? 0,
  }))
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        <ButtonLink to="/admin/questions/unified" variant="primary">
          {messages.manage}
        </ButtonLink>
      }
    >
      <Loading query={query} heights={[7, 16, 12]} />
      {stats && (
        <Stats>
          <Stat label={messages.total} value={format.number(stats.totalQuestions)} />
          <Stat label={messages.active} value={format.number(stats.activeQuestions)} />
          <Stat label={messages.inactive} value={format.number(stats.inactiveQuestions)} />
          <Stat
            label={messages.avgDifficulty}
            value={format.decimal(stats.averageDifficulty)}
            line={messages.avgDifficultyLine}
          />
        </Stats>
      )}
      {stats?.totalQuestions === 0 && (
        <EmptyState
          title={messages.empty}
          action={
            <ButtonLink to="/admin/questions/unified" variant="primary">
              {messages.manage}
            </ButtonLink>
          }
        />
      )}
      {stats && stats.totalQuestions > 0 && (
        <div className={styles.grid}>
          <CountList title={messages.byDifficulty} counts={levels} total={stats.totalQuestions} />
          <CountList
            title={messages.byCategory}
            counts={stats.topCategories.map(({ category, count }) => ({ name: category, count }))}
            total={stats.totalQuestions}
          />
          <RecentChanges days={stats.recentActivity} />
          <CountList
            title={messages.byPath}
            counts={Object.entries(stats.questionsByLearningPath)
              .map(([name, count]) => ({ name: titles.get(name) ?? (name || messages.unnamed), count }))
              .sort((a, b) => b.count - a.count)}
            total={stats.totalQuestions}
          />
        </div>
      )}
      <FeatureCatalog />
    </Page>
  )
}

function CountList({
  title,
  counts,
  total,
}: {
  title: string
  counts: readonly { name: string; count: number }[]
  total: number
}) {
  const format = useFormat()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={classNames('plain-list', styles.counts)}>
        {counts.map(({ name, count }) => (
          <li key={name}>
            <p className={styles.line}>
              <span dir="auto">{name}</span>
              <span data-numeric>{format.number(count)}</span>
            </p>
            <Meter label={name} value={count} max={total} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RecentChanges({ days }: { days: QuestionStats['recentActivity'] }) {
  const messages = useAdminDashboardMessages()
  const format = useFormat()
  const eventful = days.filter((day) => day.questionsAdded + day.questionsUpdated + day.questionsDeleted > 0)
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className={styles.title}>
        {messages.recent}
      </h2>
      {eventful.length === 0 ? (
        <p className={styles.quiet}>{messages.recentEmpty}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{messages.date}</th>
              <th scope="col">{messages.added}</th>
              <th scope="col">{messages.updated}</th>
              <th scope="col">{messages.deleted}</th>
            </tr>
          </thead>
          <tbody data-numeric>
            {eventful.map((day) => (
              <tr key={day.date}>
                <th scope="row">{format.day(day.date)}</th>
                <td>{format.number(day.questionsAdded)}</td>
                <td>{format.number(day.questionsUpdated)}</td>
                <td>{format.number(day.questionsDeleted)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
