import { useQuery } from '@tanstack/react-query'
import { learningPathsQuery } from '../../shared/api/catalogue.ts'
import { useProgress } from '../../shared/api/progress.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './learning-paths.module.css'
import { PathRow } from './path-row.tsx'

export function LearningPaths() {
  const { paths: messages } = useMessages()
  const { data: paths, error, refetch } = useQuery(learningPathsQuery)
  const { data: progress } = useProgress()
  const titles = new Map(paths?.map((path) => [path.id, path.title]))
  const done = new Map(progress?.learningPaths.map((entry) => [entry.pathId, entry]))
  return (
    <Page title={messages.title} lead={messages.lead}>
      {!paths && !error && <Skeleton heights={[7, 7, 7, 7, 7]} />}
      {!paths && error && (
        <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {paths?.length === 0 && (
        <EmptyState
          title={messages.emptyTitle}
          text={messages.emptyText}
          action={
            <ButtonLink to="/questions" variant="primary">
              {messages.emptyAction}
            </ButtonLink>
          }
        />
      )}
      {paths && paths.length > 0 && (
        <ol className={classNames('plain-list', styles.list)}>
          {paths.map((path) => (
            <PathRow
              key={path.id}
              path={path}
              after={path.prerequisites.map((id) => titles.get(id) ?? id)}
              progress={done.get(path.id)}
            />
          ))}
        </ol>
      )}
    </Page>
  )
}
