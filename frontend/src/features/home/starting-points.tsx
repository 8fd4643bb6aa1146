import type { LearningPath } from '@rehearse/contracts'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import styles from './starting-points.module.css'

const SHOWN = 4

/** The first few paths that have questions. */
export function StartingPoints({ paths }: { paths: readonly LearningPath[] | undefined }) {
  const { home, common, difficulty } = useMessages()
  const filled = (paths ?? []).filter((path) => path.questionCount > 0).slice(0, SHOWN)
  if (filled.length === 0) return null
  return (
    <section aria-labelledby="starts">
      <h2 id="starts">{home.pathsTitle}</h2>
      <ul className={classNames('plain-list', styles.list)}>
        {filled.map((path) => (
          <li key={path.id}>
            <Link to={`/questions?learningPath=${path.id}`} className={styles.path}>
              <span dir="auto" className={styles.title}>
                {path.title}
              </span>
              <span className={styles.line}>
                {difficulty[path.difficulty]} · {common.questions(path.questionCount)}
              </span>
              <ArrowRight aria-hidden size={18} className={styles.arrow} />
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/learning-paths" className={styles.all}>
        {home.allPaths}
      </Link>
    </section>
  )
}
