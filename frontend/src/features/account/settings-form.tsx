import type { Preferences, Profile } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type PreferencesChange, profileQuery, storePreferences } from '../../shared/account/profile.ts'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import type { FieldErrors } from '../../shared/api/api-error.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText, useFieldErrors } from '../../shared/ui/load-failed.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import { useAccountMessages } from './messages.en.ts'
import styles from './settings.module.css'

/** A form that saves independently. Its fields keep what was typed while saving and after an error. */
export function SettingsForm({
  action,
  done,
  clears = false,
  queue = {},
  check = () => ({}),
  send,
  children,
}: {
  /** The button's label; "Save" by default. */
  action?: string
  done?: string
  /** Clears the fields after saving, as password fields should. */
  clears?: boolean
  /** The mutation queue of writes that must stay in order. */
  queue?: { mutationKey?: string[]; scope?: { id: string } }
  check?: (filled: FormData) => FieldErrors
  send: (filled: FormData) => Promise<unknown>
  children: (problems: FieldErrors) => ReactNode
}) {
  const { settings } = useAccountMessages()
  const errorText = useErrorText()
  const fieldErrorsOf = useFieldErrors()
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

/** Always rendered, so that screen readers announce what appears in it. */
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

/** A button that submits without a form, with the result next to it. */
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

/** The text of a form field. */
export const textOf = (filled: FormData, name: string): string => String(filled.get(name) ?? '').trim()

/** Run in order: each reads what the previous one stored. */
export const preferencesWrites = { mutationKey: ['preferences'], scope: { id: 'preferences' } }

/** Saves changed preferences and updates them everywhere. */
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
      // A later write is already displayed, and will be stored soon.
      if (queryClient.isMutating(preferencesWrites) <= 1) show(() => preferences)
      return preferences
    },
  }
}
