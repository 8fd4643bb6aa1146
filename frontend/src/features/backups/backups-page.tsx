import type { BackupListing } from '@rehearse/contracts'
import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { Archive, Download, Eye, FileUp, RotateCcw, Trash2, X } from 'lucide-react'
import { type ChangeEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { ListTable } from '../../shared/ui/list-table.tsx'
import { LoadFailed, Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { contentQuery, filesQuery, pointsQuery, sectionsQuery, statsQuery, useBackupWrites } from './api.ts'
import styles from './backups.module.css'
import { useBackupMessages } from './messages.en.ts'
import { type Restored, RestorePanel } from './restore-panel.tsx'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

type Open = { kind: 'content'; section: string } | { kind: 'restore'; source: Restored }

/** Backups of the question bank by section: list, contents and restore. */
export function BackupsPage() {
  const messages = useBackupMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const format = useFormat()
  const stats = useQuery(statsQuery)
  const files = useQuery(filesQuery)
  const { remove, download } = useBackupWrites()
  const [open, setOpen] = useState<Open>()
  const [deleting, setDeleting] = useState<BackupListing>()
  const shownCount = (value: number | undefined) => (value === undefined ? '–' : format.number(value))

  return (
    <Page title={messages.title} lead={messages.lead}>
      {stats.isError && !stats.data && (
        <LoadFailed title={messages.statsFailed} error={stats.error} onRetry={() => void stats.refetch()} />
      )}
      <Stats>
        <Stat label={messages.totalFiles} value={shownCount(stats.data?.totalFiles)} />
        <Stat label={messages.totalQuestions} value={shownCount(stats.data?.totalQuestions)} />
        <Stat label={messages.sections} value={shownCount(stats.data?.sections.length)} />
      </Stats>
      <BackUpBar onFile={(source) => setOpen({ kind: 'restore', source })} />
      {open?.kind === 'content' && (
        <SectionContent key={open.section} section={open.section} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'restore' && (
        <RestorePanel
          key={'section' in open.source ? open.source.section : open.source.name}
          source={open.source}
          onClose={() => setOpen(undefined)}
        />
      )}
      {download.isError && (
        <Alert tone="error" title={messages.downloadFailed} onDismiss={download.reset}>
          {errorText(download.error)}
        </Alert>
      )}
      {remove.isError && (
        <Alert tone="error" title={messages.deleteFailed} onDismiss={remove.reset}>
          {errorText(remove.error)}
        </Alert>
      )}
      {files.isPending && <Skeleton heights={[3, 3, 3, 3]} />}
      {files.isError && !files.data && (
        <LoadFailed title={messages.filesFailed} error={files.error} onRetry={() => void files.refetch()} />
      )}
      {files.data?.length === 0 && <EmptyState title={messages.none} text={messages.noneText} />}
      {files.data && files.data.length > 0 && (
        <BackupTable
          files={files.data}
          onShow={({ section }) => setOpen({ kind: 'content', section })}
          onDownload={(file) => download.mutate(file)}
          onRestore={({ section }) => setOpen({ kind: 'restore', source: { section } })}
          onDelete={setDeleting}
        />
      )}
      {deleting && (
        <Suspense>
          <ConfirmDialog
            title={messages.deleteTitle}
            text={messages.deleteConfirm(deleting.section)}
            confirmLabel={common.delete}
            cancelLabel={common.cancel}
            pending={remove.isPending}
            onCancel={() => setDeleting(undefined)}
            onConfirm={() => remove.mutate(deleting.section, { onSettled: () => setDeleting(undefined) })}
          >
            <DeletedFiles file={deleting} />
          </ConfirmDialog>
        </Suspense>
      )}
    </Page>
  )
}

/** What deleting a section's backup deletes: the file, and each restore point. */
function DeletedFiles({ file: { name, section } }: { file: BackupListing }) {
  const messages = useBackupMessages()
  const format = useFormat()
  const query = useQuery(pointsQuery(section))
  return (
    <>
      <code className={styles.name}>{name}</code>
      <Loading query={query} title={messages.sectionFailed} heights={[2]} />
      {query.data && (
        <ul className={styles.changes} {...keyboardScrollable}>
          {query.data.map(({ id, createdAt, questionCount }) => (
            <li key={id}>{messages.pointOf(format.moment(createdAt), questionCount)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Questions shown at first and with each "more": a section may contain thousands. */
const STEP = 50

/** The contents of a section's backup, newest first. */
function SectionContent({ section, onClose }: { section: string; onClose: () => void }) {
  const messages = useBackupMessages()
  const { common } = useMessages()
  const format = useFormat()
  const query = useQuery(contentQuery(section))
  const { data } = query
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
      <Loading query={query} title={messages.sectionFailed} heights={[2, 2, 2]} />
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

/** The backup files, one for each section. */
function BackupTable({
  files,
  onShow,
  onDownload,
  onRestore,
  onDelete,
}: {
  files: readonly BackupListing[]
  onShow: (file: BackupListing) => void
  onDownload: (file: BackupListing) => void
  onRestore: (file: BackupListing) => void
  onDelete: (file: BackupListing) => void
}) {
  const messages = useBackupMessages()
  const format = useFormat()
  return (
    <ListTable
      label={messages.files}
      heads={[
        { label: messages.section },
        { label: messages.questions, numeric: true },
        { label: messages.size, numeric: true },
        { label: messages.updated },
        { label: messages.actions, quiet: true },
      ]}
    >
      {files.map((file) => (
        <tr key={file.name}>
          <th scope="row">
            <bdi>{file.section}</bdi>
            <code className={styles.name}>{file.name}</code>
          </th>
          <td data-label={messages.questions} data-numeric>
            {format.number(file.questionCount)}
          </td>
          <td data-label={messages.size} data-numeric>
            {messages.kilobytes(format.decimal(file.bytes / 1_000))}
          </td>
          <td data-label={messages.updated}>{format.moment(file.updatedAt)}</td>
          <td data-actions className={styles.rowActions}>
            <IconButton icon={Eye} label={messages.show(file.section)} onClick={() => onShow(file)} />
            <IconButton
              icon={Download}
              label={messages.download(file.section)}
              onClick={() => onDownload(file)}
            />
            <IconButton
              icon={RotateCcw}
              label={messages.restore(file.section)}
              onClick={() => onRestore(file)}
            />
            <IconButton icon={Trash2} label={messages.remove(file.section)} onClick={() => onDelete(file)} />
          </td>
        </tr>
      ))}
    </ListTable>
  )
}

/** Backs up one section or all of them, and accepts a downloaded backup file. */
function BackUpBar({ onFile }: { onFile: (source: Restored) => void }) {
  const messages = useBackupMessages()
  const errorText = useErrorText()
  const { data: sections = [] } = useQuery(sectionsQuery)
  const { backUp } = useBackupWrites()
  const [section, setSection] = useState('')
  const [tooLarge, setTooLarge] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (!file) return
    const isTooLarge = file.size > IMPORT_BODY_LIMIT
    setTooLarge(isTooLarge)
    if (!isTooLarge) onFile({ name: file.name, content: await file.text() })
    // Allow choosing the same file again after fixing it.
    target.value = ''
  }

  return (
    <>
      <div className={styles.bar}>
        <SelectField
          label={messages.which}
          value={section}
          onChange={(event) => setSection(event.target.value)}
          choices={[
            { value: '', label: messages.all },
            ...sections.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
        <Button
          variant="primary"
          pending={backUp.isPending}
          onClick={() => backUp.mutate(section || undefined)}
        >
          <Archive aria-hidden size={16} />
          {backUp.isPending ? messages.backingUp : messages.backUp}
        </Button>
        <Button onClick={() => input.current?.click()}>
          <FileUp aria-hidden size={16} />
          {messages.fromFile}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          aria-label={messages.fromFile}
          tabIndex={-1}
          onChange={(event) => void take(event)}
          className="visually-hidden"
        />
      </div>
      {tooLarge && <Alert tone="error">{messages.tooLarge}</Alert>}
      {backUp.isError && (
        <Alert tone="error" title={messages.backUpFailed} onDismiss={backUp.reset}>
          {errorText(backUp.error)}
        </Alert>
      )}
    </>
  )
}
