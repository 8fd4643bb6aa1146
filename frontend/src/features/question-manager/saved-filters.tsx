import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, Trash2 } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { adminApi } from '../../shared/api/client.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { useManagerMessages } from './messages.en.ts'
import styles from './question-manager.module.css'

const Modal = lazy(() => import('../../shared/ui/modal.tsx'))

const key = ['admin', 'data', 'saved-filters']
const path = '/api/questions/unified/filters'

/** The admin's saved filters: one is applied by choosing it. */
export function SavedFilters({
  current,
  onApply,
}: {
  /** The filters and the order in the URL. */
  current: Readonly<Record<string, string>>
  onApply: (parameters: Readonly<Record<string, string>>) => void
}) {
  const messages = useManagerMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [naming, setNaming] = useState(false)
  const { data: filters = [] } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await adminApi.get(path, { signal })).data,
  })
  const onSettled = () => queryClient.invalidateQueries({ queryKey: key })
  const save = useMutation({
    mutationFn: (name: string) =>
      adminApi.post(path, { body: { name, parameters: current }, headers: { 'idempotency-key': newId() } }),
    onSuccess: () => setNaming(false),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => adminApi.delete(`${path}/${id}`),
    onSettled,
  })
  const applied = filters.find(({ parameters }) => isSame(parameters, current))
  const isFiltered = Object.keys(current).length > 0
  if (filters.length === 0 && !isFiltered) return null
  return (
    <div className={styles.savedFilters}>
      {filters.length > 0 && (
        <SelectField
          label={messages.savedFilters}
          value={applied?.id ?? ''}
          onChange={({ target }) => onApply(filters.find(({ id }) => id === target.value)?.parameters ?? {})}
          choices={[
            { value: '', label: isFiltered && !applied ? messages.unsavedFilter : messages.all },
            ...filters.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {applied && (
        <IconButton
          icon={Trash2}
          label={messages.deleteFilter(applied.name)}
          onClick={() => remove.isPending || remove.mutate(applied.id)}
        />
      )}
      {isFiltered && !applied && (
        <Button onClick={() => setNaming(true)} aria-haspopup="dialog">
          <BookmarkPlus aria-hidden size={16} />
          {messages.saveFilter}
        </Button>
      )}
      {remove.isError && <Alert tone="error">{errorText(remove.error)}</Alert>}
      {naming && (
        <Suspense>
          <Modal title={messages.saveFilter} onClose={() => setNaming(false)}>
            <NameForm
              pending={save.isPending}
              error={save.isError ? errorText(save.error) : undefined}
              onSave={save.mutate}
            />
          </Modal>
        </Suspense>
      )}
    </div>
  )
}

function NameForm({
  pending,
  error,
  onSave,
}: {
  pending: boolean
  error: string | undefined
  onSave: (name: string) => void
}) {
  const messages = useManagerMessages()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() !== '' && !pending) onSave(name.trim())
  }
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextField
        label={messages.filterName}
        hint={messages.filterNameHint}
        maxLength={100}
        value={name}
        error={error ?? (tried && name.trim() === '' ? messages.form.requiredError : undefined)}
        onChange={({ target }) => setName(target.value)}
        dir="auto"
      />
      <div className={styles.dialogActions}>
        <Button type="submit" variant="primary" pending={pending}>
          {messages.saveFilter}
        </Button>
      </div>
    </form>
  )
}

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)
