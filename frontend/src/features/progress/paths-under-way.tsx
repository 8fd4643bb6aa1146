import type { PathProgress } from '@rehearse/contracts'
import { Link } from 'react-router'
import { useFormat } from '../../shared/i18n/format.ts'
import { Meter } from '../../shared/ui/meter.tsx'
import styles from './lists.module.css'
import { useProgressMessages } from './progress-messages.ts'
import { TitledList } from './titled-list.tsx'

/** The learning paths that were begun, ten sections each. */
export function PathsUnderWay({ paths }: { paths: readonly PathProgress[] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  return (
    <TitledList title={messages.paths} empty={messages.pathsEmpty} className={styles.mastery}>
      {paths.map(({ pathId, pathName, progress, completedSections }) => (
        <li key={pathId}>
          <p className={styles.line}>
            <Link to={`/questions?learningPath=${encodeURIComponent(pathId)}`} dir="auto">
              {pathName}
            </Link>
            <span data-numeric className={styles.quiet}>
              {messages.pathLine(format.percent(progress), completedSections.length)}
            </span>
          </p>
          <Meter label={pathName} value={progress} />
        </li>
      ))}
    </TitledList>
  )
}
