import type { Preferences, Profile } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { Check, ChevronDown } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type PreferencesChange, profileQuery, storePreferences } from '../../shared/account/profile.ts'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { type FieldErrors, fieldErrorsOf } from '../../shared/api/api-error.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import { useAccountMessages } from './messages.en.ts'
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
  check?: (filled: FormData) => FieldErrors
  send: (filled: FormData) => Promise<unknown>
  children: (problems: FieldErrors) => ReactNode
}) {
  const { settings } = useAccountMessages()
  const errorText = useErrorText()
  const [found, setFound] = useState<FieldErrors>({})
  const [changed, setChanged] = useState(false)
  const saving = useOwnWrite({ ...queue, mutationFn: send, onSuccess: () => clears && form.current?.reset() })
  const form = useFocusFirstError(found)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    const filled = new FormData(event.currentTarget)
    const problems = check(filled)
    setFound(problems)
    setChanged(false)
    if (Object.keys(problems).length === 0) {
      saving.mutate(filled, { onError: (error) => setFound(fieldErrorsOf(error)) })
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

/** What few people come for, folded away under its name. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary>
        {title}
        <ChevronDown aria-hidden size={18} />
      </summary>
      <div className={styles.disclosed}>{children}</div>
    </details>
  )
}

/** Always there, so that what appears in it is read out. */
export function SavedNote({ shown, children }: { shown: boolean; children: string }) {
  return (
    <p role="status" className={styles.saved}>
      {shown && (
        <>
          <Check aria-hidden size={16} />
          {children}
        </>
      )}
    </p>
  )
}

/** A button whose press is all that is needed, with what came of it beside it. */
export function WriteButton({
  label,
  pendingLabel = label,
  done,
  failed,
  write,
}: {
  label: string
  pendingLabel?: string
  done: string
  failed?: string
  write: () => Promise<unknown>
}) {
  const { settings } = useAccountMessages()
  const errorText = useErrorText()
  const writing = useOwnWrite({ mutationFn: write })
  return (
    <>
      {writing.isError && (
        <Alert tone="error">{errorText(writing.error, failed ?? settings.saveFailed)}</Alert>
      )}
      <div className={styles.actions}>
        <Button pending={writing.isPending} onClick={() => writing.mutate()}>
          {writing.isPending ? pendingLabel : label}
        </Button>
        <SavedNote shown={writing.isSuccess}>{done}</SavedNote>
      </div>
    </>
  )
}

/** What was typed into a field of a form. */
export const textOf = (filled: FormData, name: string): string => String(filled.get(name) ?? '').trim()

/** One after the other: each reads what the one before has stored. */
export const preferencesWrites = { mutationKey: ['preferences'], scope: { id: 'preferences' } }

/** Stores a change of preferences, and shows everywhere what they are then. */
export function usePreferencesWrite({ uid }: Profile) {
  const queryClient = useQueryClient()
  const { queryKey } = profileQuery(uid)
  const show = (change: PreferencesChange) =>
    queryClient.setQueryData(
      queryKey,
      (profile) => profile && { ...profile, preferences: change(profile.preferences) },
    )
  return {
    show,
    store: async (change: PreferencesChange): Promise<Preferences> => {
      const preferences = await storePreferences(change)
      // A later one is shown already, and stored soon.
      if (queryClient.isMutating(preferencesWrites) <= 1) show(() => preferences)
      return preferences
    },
  }
}
