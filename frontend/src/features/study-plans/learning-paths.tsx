import type { LearningPath, Progress } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { learningPathsQuery } from '../../shared/api/catalog.ts'
import { useProgress } from '../../shared/api/progress.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { CourseGlyph } from '../../shared/ui/course-glyph.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LevelDots } from '../../shared/ui/level-dots.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page } from '../../shared/ui/page.tsx'
import styles from './learning-paths.module.css'

export function LearningPaths() {
  const { paths: messages } = useMessages()
  const query = useQuery(learningPathsQuery)
  const { data: paths } = query
  const { data: progress } = useProgress()
  const titles = new Map(paths?.map((path) => [path.id, path.title]))
  const done = new Map(progress?.learningPaths.map((entry) => [entry.pathId, entry]))
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loading query={query} title={messages.loadFailed} heights={[4, 4, 4, 4, 4, 4, 4]} />
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

function PathRow({
  path,
  after,
  progress,
}: {
  path: LearningPath
  /** Titles of the prerequisite paths. */
  after: readonly string[]
  progress: Progress['learningPaths'][number] | undefined
}) {
  const { paths: messages, common } = useMessages()
  const format = useFormat()
  const facts = [
    path.questionCount > 0 ? common.questions(path.questionCount) : messages.soon,
    ...(path.estimatedTime > 0 ? [messages.time(path.estimatedTime)] : []),
  ]
  return (
    <li className={classNames(styles.row, progress?.completedAt && styles.past)}>
      <CourseGlyph pathId={path.id} title={path.title} />
      <div className={styles.words}>
        <h2 dir="auto">
          <Link to={`/learning-paths/${path.id}`} className={styles.link}>
            {path.title}
          </Link>
        </h2>
        <p dir="auto" className={styles.description}>
          {path.description}
        </p>
      </div>
      <div className={styles.facts}>
        <p data-numeric className={styles.line}>
          <LevelDots level={path.difficulty} />
          {facts.join(' · ')}
        </p>
        {progress ? (
          <div className={styles.progress}>
            <Meter label={path.title} value={progress.progress} />
            <p data-numeric>
              {messages.done(format.percent(progress.progress), Math.round(progress.progress / 10))}
            </p>
          </div>
        ) : (
          after.length > 0 && <p>{messages.after(after.join(', '))}</p>
        )}
      </div>
    </li>
  )
}
