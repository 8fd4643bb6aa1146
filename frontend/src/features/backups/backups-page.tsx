import type { BackupListing } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { BackUpBar } from './back-up-bar.tsx'
import { useBackupMessages } from './backup-messages.ts'
import { filesQuery, statsQuery } from './backup-queries.ts'
import { BackupTable } from './backup-table.tsx'
import { RestorePanel } from './restore-panel.tsx'
import { SectionContent } from './section-content.tsx'
import { type RestoreSource, useBackupWrites } from './use-backup-writes.ts'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

type Open = { kind: 'content'; section: string } | { kind: 'restore'; source: RestoreSource }

/** Backups of the bank by section: what there is, what is in it, and the way back. */
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
  const figure = (value: number | undefined) => (value === undefined ? '–' : format.number(value))

  return (
    <Page title={messages.title} lead={messages.lead}>
      {stats.isError && !stats.data && (
        <LoadFailed title={messages.statsFailed} error={stats.error} onRetry={() => void stats.refetch()} />
      )}
      <Figures>
        <Figure label={messages.totalFiles} value={figure(stats.data?.totalFiles)} />
        <Figure label={messages.totalQuestions} value={figure(stats.data?.totalQuestions)} />
        <Figure label={messages.sections} value={figure(stats.data?.sections.length)} />
      </Figures>
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
          />
        </Suspense>
      )}
    </Page>
  )
}
