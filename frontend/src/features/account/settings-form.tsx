import { type FormEvent, type ReactNode, useState } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { type Faults, faultsOf } from '../../shared/api/faults.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { useFocusFirstFault } from '../../shared/ui/use-focus-first-fault.ts'
import { useAccountMessages } from './messages.en.ts'
import { SavedNote } from './saved-note.tsx'
import styles from './settings.module.css'

/** A form that is saved by itself. Its fields keep what was typed while it is saved and when it is refused. */
export function SettingsForm({
  action,
  done,
  clears = false,
  queue = {},
  check = () => ({}),
  send,
  children,
}: {
  /** On the button; to save unless said. */
  action?: string
  done?: string
  /** Empties the fields once saved, as those of passwords should be. */
  clears?: boolean
  /** Which writes it must not overtake. */
  queue?: { mutationKey?: string[]; scope?: { id: string } }
  check?: (filled: FormData) => Faults
  send: (filled: FormData) => Promise<unknown>
  children: (faults: Faults) => ReactNode
}) {
  const { settings } = useAccountMessages()
  const errorText = useErrorText()
  const [found, setFound] = useState<Faults>({})
  const [changed, setChanged] = useState(false)
  const saving = useOwnWrite({ ...queue, mutationFn: send, onSuccess: () => clears && form.current?.reset() })
  const form = useFocusFirstFault(found)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    const filled = new FormData(event.currentTarget)
    const faults = check(filled)
    setFound(faults)
    setChanged(false)
    if (Object.keys(faults).length === 0) {
      saving.mutate(filled, { onError: (error) => setFound(faultsOf(error)) })
    } else {
      saving.reset()
    }
  }

  return (
    <form ref={form} onSubmit={submit} onChange={() => setChanged(true)} noValidate className={styles.form}>
      {children(found)}
      {saving.isError && !changed && (
        <Alert tone="error">{errorText(saving.error, settings.saveFailed)}</Alert>
      )}
      <div className={styles.actions}>
        <Button type="submit" pending={saving.isPending}>
          {saving.isPending ? settings.saving : (action ?? settings.save)}
        </Button>
        <SavedNote shown={saving.isSuccess && !changed}>{done ?? settings.saved}</SavedNote>
      </div>
    </form>
  )
}
