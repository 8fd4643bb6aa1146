import type { LearningPathDetails, PathStep } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { challengeProgressQuery, isDone } from '../../shared/api/challenges.ts'
import { useSession } from '../../shared/api/session.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { LevelDots } from '../../shared/ui/level-dots.tsx'
import styles from './course.module.css'
import { useCourseMessages } from './course-messages.en.ts'

interface Props {
  path: LearningPathDetails
  step: PathStep
}

/** The challenges on the topic of a step, below its questions; nothing without one. */
export function StepChallenges({ path, step }: Props) {
  const messages = useCourseMessages()
  const challenges = challengesOf(path, step)
  const { data: progress } = useQuery(challengeProgressQuery(useSession()?.uid))
  if (challenges.length === 0) return null
  return (
    <section aria-labelledby="step-challenges" className={styles.practice}>
      <h2 id="step-challenges">{messages.challengesTitle}</h2>
      <ul className={classNames('plain-list', styles.challenges)}>
        {challenges.map(({ id, title, difficulty }) => (
          <li key={id}>
            <Link to={`/coding/${id}`} dir="auto">
              {title}
            </Link>
            <LevelDots level={difficulty} />
            {isDone(progress?.get(id)) && (
              <span className={styles.right}>
                <Check aria-hidden size={16} /> {messages.challengeDone}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The same challenges in one line of the path's page. */
export function ChallengeLinks({ path, step }: Props) {
  const messages = useCourseMessages()
  const challenges = challengesOf(path, step)
  if (challenges.length === 0) return null
  return (
    <p>
      {messages.challenges(challenges.length)}:{' '}
      {challenges.map(({ id, title }, at) => (
        <span key={id}>
          {at > 0 && ' · '}
          <Link to={`/coding/${id}`} dir="auto" className={styles.challengeLink}>
            {title}
          </Link>
        </span>
      ))}
    </p>
  )
}

/** A path that was saved for reading offline by an earlier version has none. */
const challengesOf = ({ challenges = [] }: Partial<LearningPathDetails>, { challengeIds = [] }: PathStep) =>
  challengeIds.flatMap((id) => challenges.find((challenge) => challenge.id === id) ?? [])
