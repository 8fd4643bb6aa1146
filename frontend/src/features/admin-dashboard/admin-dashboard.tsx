import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { learningPathsQuery, questionStatsQuery } from '../../shared/api/catalogue.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './admin-dashboard.module.css'
import { useAdminDashboardMessages } from './admin-dashboard-messages.ts'
import { CountList } from './count-list.tsx'
import { RecentChanges } from './recent-changes.tsx'

/** What there is to practise, and what has changed lately; below it what else belongs here. */
export function AdminDashboard({ children }: { children?: ReactNode }) {
  const messages = useAdminDashboardMessages()
  const { difficulty } = useMessages()
  const format = useFormat()
  const { data: stats, error, refetch } = useQuery(questionStatsQuery)
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
      {!stats && !error && <Skeleton heights={[7, 16, 12]} />}
      {!stats && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {stats && (
        <Figures>
          <Figure label={messages.total} value={format.number(stats.totalQuestions)} />
          <Figure label={messages.active} value={format.number(stats.activeQuestions)} />
          <Figure label={messages.inactive} value={format.number(stats.inactiveQuestions)} />
          <Figure
            label={messages.avgDifficulty}
            value={format.decimal(stats.averageDifficulty)}
            line={messages.avgDifficultyLine}
          />
        </Figures>
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
      {children}
    </Page>
  )
}
