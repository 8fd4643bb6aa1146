import type { BackupListing } from '@rehearse/contracts'
import { Download, Eye, RotateCcw, Trash2 } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { ListTable } from '../../shared/ui/table/list-table.tsx'
import { useBackupMessages } from './backup-messages.ts'
import styles from './backups.module.css'

/** The backup files, one for each section. */
export function BackupTable({
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
