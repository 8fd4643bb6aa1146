import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { keyboardScrollable } from '../../shared/ui/keyboard-scrollable.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useBackupMessages } from './backup-messages.ts'
import { contentQuery } from './backup-queries.ts'
import styles from './backups.module.css'

/** Questions shown before more are asked for: a section may hold thousands. */
const STEP = 50

/** What the backup of a section holds, newest first. */
export function SectionContent({ section, onClose }: { section: string; onClose: () => void }) {
  const messages = useBackupMessages()
  const { common } = useMessages()
  const format = useFormat()
  const { data, error, refetch } = useQuery(contentQuery(section))
  const [shown, setShown] = useState(STEP)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="backup-content" className={styles.panel}>
      <header className={styles.panelHeader}>
        <h2 id="backup-content" ref={heading} tabIndex={-1}>
          {messages.contentOf(section)}
        </h2>
        <IconButton icon={X} label={common.close} onClick={onClose} />
      </header>
      {!data && !error && <Skeleton heights={[2, 2, 2]} />}
      {!data && error && (
        <LoadFailed title={messages.sectionFailed} error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <ol className={styles.questions} {...keyboardScrollable}>
          {data.slice(0, shown).map((question) => (
            <li key={question.id}>
              <bdi>{question.title}</bdi> <small>{format.moment(question.backedUpAt)}</small>
            </li>
          ))}
        </ol>
      )}
      {data && data.length > shown && (
        <Button onClick={() => setShown(shown + STEP)}>{messages.more(data.length - shown)}</Button>
      )}
    </section>
  )
}
