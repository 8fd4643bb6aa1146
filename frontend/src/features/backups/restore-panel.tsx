import type { RestoreResult } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { pointsQuery, type RestoreSource, useBackupWrites } from './api.ts'
import styles from './backups.module.css'
import { useBackupMessages } from './messages.en.ts'

/** The maximum number of listed changes; the totals cover the rest. */
const LISTED = 100

/** A section, of which a restore point is chosen, or a file. */
export type Restored = { section: string } | { name: string; content: string }

/** Previews what a restore would change, then does it. */
export function RestorePanel({ source, onClose }: { source: Restored; onClose: () => void }) {
  const messages = useBackupMessages()
  const { common } = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="restore" className={styles.panel}>
      <header className={styles.panelHeader}>
        <h2 id="restore" ref={heading} tabIndex={-1}>
          {messages.restoreOf('section' in source ? source.section : source.name)}
        </h2>
        <IconButton icon={X} label={common.close} onClick={onClose} />
      </header>
      {'section' in source ? <RestoreOfSection section={source.section} /> : <Restore source={source} />}
    </section>
  )
}

/** The newest restore point of a section, or an earlier one. */
function RestoreOfSection({ section }: { section: string }) {
  const messages = useBackupMessages()
  const format = useFormat()
  const query = useQuery(pointsQuery(section))
  const points = query.data ?? []
  const [chosen, setChosen] = useState<string>()
  const point = points.find(({ id }) => id === chosen) ?? points[0]
  return (
    <>
      <Loading query={query} title={messages.sectionFailed} heights={[4, 3]} />
      {point && (
        <SelectField
          label={messages.point}
          value={point.id}
          onChange={({ target }) => setChosen(target.value)}
          choices={points.map(({ id, createdAt, questionCount }) => ({
            value: id,
            label: messages.pointOf(format.moment(createdAt), questionCount),
          }))}
        />
      )}
      {point && <Restore key={point.id} source={{ section, point: point.id }} />}
    </>
  )
}

/** The preview of a restore, and the button that does it. */
function Restore({ source }: { source: RestoreSource }) {
  const messages = useBackupMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const { restore } = useBackupWrites()
  const preview = useEffectEvent(() => restore.mutate({ source, dryRun: true }))
  useEffect(() => preview(), [])

  const result = restore.data?.data
  const isDone = result?.dryRun === false
  const touched = result ? result.created + result.updated + result.undeleted : 0
  const isRestoring = restore.variables?.dryRun === false

  return (
    <>
      {restore.isPending && <Skeleton heights={[4, 3]} />}
      {restore.isError && (
        <Alert
          tone="error"
          title={messages.restoreFailed}
          action={
            <Button onClick={() => restore.mutate({ source, dryRun: !isRestoring })}>{common.retry}</Button>
          }
        >
          {errorText(restore.error)}
        </Alert>
      )}
      {result && (
        <>
          <Alert tone={isDone ? 'success' : 'info'} title={isDone ? messages.done : messages.rehearsal}>
            {touched + result.failed === 0 && !isDone ? messages.nothing : undefined}
          </Alert>
          <Counts result={result} />
          <ul className={styles.changes} {...keyboardScrollable}>
            {result.changes.slice(0, LISTED).map((change) => (
              <li key={change.id}>
                <Tag tone={change.action === 'failed' ? 'bad' : 'quiet'}>
                  {messages.becomes[change.action]}
                </Tag>
                <bdi>{change.title}</bdi>
                {change.fields.length > 0 && <code>{change.fields.join(', ')}</code>}
                {change.error && <span className={styles.error}>{change.error}</span>}
              </li>
            ))}
          </ul>
          {result.changes.length > LISTED && <p>{messages.more(result.changes.length - LISTED)}</p>}
          {!isDone && touched > 0 && (
            <Button
              variant="primary"
              pending={restore.isPending}
              onClick={() => restore.mutate({ source, dryRun: false })}
            >
              {messages.confirm(touched)}
            </Button>
          )}
        </>
      )}
    </>
  )
}

function Counts({ result }: { result: RestoreResult }) {
  const messages = useBackupMessages()
  const format = useFormat()
  return (
    <Stats>
      {(['created', 'updated', 'undeleted', 'unchanged', 'failed'] as const).map((name) => (
        <Stat key={name} label={messages.counts[name]} value={format.number(result[name])} />
      ))}
    </Stats>
  )
}
