import type { PathProgress } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { courseStateQuery } from '../../shared/api/courses.ts'
import { useProgress } from '../../shared/api/progress.ts'
import { coursePage } from '../../shared/api/study.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import styles from './completed-steps.module.css'
import { useEndMessages } from './end-messages.en.ts'

/** The steps of learning paths that a session completed, and where each path goes on. */
export function CompletedSteps({ uid, before }: { uid: string; before: readonly PathProgress[] }) {
  const { data: progress } = useProgress()
  const known = new Map(before.map((path) => [path.pathId, path.completedSections]))
  return (
    <div role="status" className={styles.paths}>
      {progress?.learningPaths.map(({ pathId, completedSections }) => {
        const completed = completedSections.filter((id) => !known.get(pathId)?.includes(id))
        return completed.length > 0 && <Path key={pathId} uid={uid} pathId={pathId} completed={completed} />
      })}
    </div>
  )
}

function Path({ uid, pathId, completed }: { uid: string; pathId: string; completed: readonly string[] }) {
  const messages = useEndMessages()
  const { data } = useQuery(courseStateQuery(uid, pathId))
  const next = data?.steps.find(({ isCompleted }) => !isCompleted)
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
        <ButtonLink to={`/certificates/${data.certificate.code}`} size="small">
          {messages.certificate}
        </ButtonLink>
      ) : (
        next && (
          <ButtonLink to={coursePage(pathId, next.id)} size="small">
            {messages.nextStep(next.title)}
          </ButtonLink>
        )
      )}
    </div>
  )
}
