import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import Modal from '../../shared/ui/modal.tsx'
import { type FiledQuestions, filedQuestionsQuery, useEntryWrites } from './api.ts'
import { type Collection, type Entry, titleOf } from './collection.ts'
import styles from './content-editor.module.css'
import { useContentMessages } from './messages.en.ts'

/** Asks before deleting an entry; one with questions is deleted only after choosing where they move. */
export default function DeleteEntry({
  collection,
  entry,
  others,
  onClose,
  onDeleted,
}: {
  collection: Collection
  entry: Entry
  others: readonly Entry[]
  onClose: () => void
  onDeleted: (deletion: { trashId: string; moved?: number }) => void
}) {
  const messages = useContentMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const { remove } = useEntryWrites(collection)
  const [target, setTarget] = useState('')
  const { data: filed, isPending: isCounting } = useQuery(filedQuestionsQuery(collection, entry))
  // Deleted questions count too, since they can be restored; only the server knows of them.
  const inUse = remove.error instanceof ApiError && remove.error.code === 'in_use' ? remove.error : undefined
  const counts = inUse ? countsOf(inUse) : filed
  const mustMove = inUse !== undefined || (filed?.all ?? 0) > 0
  const title = titleOf(collection, entry)

  return (
    <Modal
      title={messages.deleteTitle(messages.collections[collection.name].one)}
      role="alertdialog"
      onClose={onClose}
    >
      <div className={styles.deletion}>
        <p>{messages.deleteConfirm(title)}</p>
        {mustMove && counts && (
          <p role="status">{messages.moved(counts.all, counts.inactive, counts.deleted)}</p>
        )}
        {remove.isError && !inUse && (
          <Alert tone="error">{errorText(remove.error, messages.deleteFailed)}</Alert>
        )}
        {mustMove && (
          <SelectField
            label={messages.reassign}
            value={target}
            onChange={(event) => setTarget(event.target.value)}
            choices={[
              { value: '', label: messages.choose },
              ...others.map((other) => ({ value: other.id, label: titleOf(collection, other) })),
            ]}
          />
        )}
        <div className={styles.actions}>
          <Button onClick={onClose} autoFocus>
            {common.cancel}
          </Button>
          <Button
            variant="danger"
            pending={remove.isPending}
            disabled={(mustMove && target === '') || (collection.questions !== undefined && isCounting)}
            onClick={() =>
              remove.mutate({ entry, reassignTo: target || undefined }, { onSuccess: onDeleted })
            }
          >
            {mustMove ? messages.moveAndDelete : common.delete}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** The counts in the server's refusal. */
function countsOf({ details }: ApiError): FiledQuestions {
  const count = (name: string) => Number(details.find(({ path }) => path === name)?.message ?? 0)
  return { all: count('questionCount'), inactive: count('inactiveCount'), deleted: count('deletedCount') }
}
