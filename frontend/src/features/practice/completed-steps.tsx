import type { PathProgress } from '@rehearse/contracts'
import { coursePage } from '@rehearse/contracts/progress/learner-pages'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { courseStateQuery } from '../../shared/api/courses.ts'
import { useProgress } from '../../shared/api/progress.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import styles from './completed-steps.module.css'
import { useEndMessages } from './end-messages.en.ts'

interface CompletedOfPath {
  pathId: string
  /** Step ids. */
  completed: readonly string[]
}

/** The steps completed in a session, by learning path. */
export function useCompletedSteps(before: readonly PathProgress[] | undefined): CompletedOfPath[] {
  const { data: progress, isStale, refetch } = useProgress()
  // The last answer may still be in flight when a session ends.
  useEffect(() => {
    if (before && isStale) void refetch()
  }, [before, isStale, refetch])
  if (!before || !progress) return []
  const known = new Map(before.map((path) => [path.pathId, path.completedSections]))
  return progress.learningPaths
    .map(({ pathId, completedSections }) => ({
      pathId,
      completed: completedSections.filter((id) => !known.get(pathId)?.includes(id)),
    }))
    .filter(({ completed }) => completed.length > 0)
}

/** The completed steps, and the next step of each path. */
export function CompletedSteps({ uid, paths }: { uid: string; paths: readonly CompletedOfPath[] }) {
  return (
    <div role="status" className={styles.paths}>
      {paths.map((path, at) => (
        <Path key={path.pathId} uid={uid} path={path} isFirst={at === 0} />
      ))}
    </div>
  )
}

function Path({
  uid,
  path: { pathId, completed },
  isFirst,
}: {
  uid: string
  path: CompletedOfPath
  isFirst: boolean
}) {
  const messages = useEndMessages()
  const { data } = useQuery(courseStateQuery(uid, pathId))
  const variant = isFirst ? 'primary' : 'plain'
  const next = data?.steps.find(({ isCompleted }) => !isCompleted)
  const isCurrent = !next || !completed.includes(next.id)
  return (
    <div className={styles.path}>
      <ul className="plain-list">
        {data?.steps
          .filter(({ id }) => completed.includes(id))
          .map(({ id, title }) => (
            <li key={id} className={styles.step}>
              <CircleCheck aria-hidden size={18} />
              <span dir="auto">{messages.stepCompleted(title)}</span>
            </li>
          ))}
      </ul>
      {data?.certificate ? (
        <ButtonLink to={`/certificates/${data.certificate.code}`} variant={variant}>
          {messages.certificate}
        </ButtonLink>
      ) : (
        next &&
        isCurrent && (
          <ButtonLink to={coursePage(pathId, next.id)} variant={variant}>
            {messages.nextStep(next.title)}
          </ButtonLink>
        )
      )}
    </div>
  )
}
