import type { Challenge, ChallengeStanding } from '@rehearse/contracts'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { useMessages } from '../../shared/i18n/locale.ts'
import { languageNames } from '../../shared/ui/code-editor/code-language.ts'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { Tag } from '../../shared/ui/tag.tsx'
import { isDone } from './challenge-filters.ts'
import styles from './challenge-list.module.css'
import { useCodingMessages } from './coding-messages.ts'

export function ChallengeRow({
  challenge,
  standing,
}: {
  challenge: Challenge
  standing: ChallengeStanding | undefined
}) {
  const coding = useCodingMessages()
  const { difficulty } = useMessages()
  const { title, description, category, difficulty: level, testCases } = challenge
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h2 dir="auto">
          <Link to={`/coding/${challenge.id}`} className={styles.link}>
            {title}
          </Link>
        </h2>
        <p dir="auto" className={styles.description}>
          {excerpt(description)}
        </p>
      </div>
      <p className={styles.tags}>
        <Tag>{languageNames[category]}</Tag>
        <Tag>{difficulty[level]}</Tag>
        <Tag>{coding.tests(testCases.length)}</Tag>
        {isDone(standing) && (
          <Tag tone="ok">
            <span className={styles.done}>
              <Check aria-hidden size={14} />
              {coding.done}
            </span>
          </Tag>
        )}
        {standing && !isDone(standing) && standing.attempts > 0 && (
          <span className={styles.tried}>{coding.tried(standing.attempts)}</span>
        )}
      </p>
    </li>
  )
}
