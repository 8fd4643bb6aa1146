import type { Admin } from '@rehearse/contracts'
import { type FormEvent, useState } from 'react'
import { usePasswordRules } from '../../shared/account/password-rules.ts'
import { type Faults, faultsOf } from '../../shared/api/faults.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { useFocusFirstFault } from '../../shared/ui/use-focus-first-fault.ts'
import { useAdminWrites } from './admin-queries.ts'
import { useUserMessages } from './user-messages.ts'
import styles from './users.module.css'

const needed = ['name', 'email', 'password'] as const
const roles: readonly Admin['role'][] = ['admin', 'super_admin']

export function NewAdminForm({ onClose }: { onClose: () => void }) {
  const messages = useUserMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const rules = usePasswordRules()
  const { create } = useAdminWrites()
  // One key for as long as the form is open: pressed again after a lost reply, it makes no second admin.
  const [key] = useState(newId)
  const [faults, setFaults] = useState<Faults>({})
  const form = useFocusFirstFault(faults)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (create.isPending) return
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name))
    const missing = needed.filter((name) => text(name).trim() === '')
    const problem = rules.problemOf(text('password'))
    const found: Faults = {
      ...(problem && { password: problem }),
      ...Object.fromEntries(missing.map((name) => [name, messages.fieldRequired])),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    create.mutate(
      {
        key,
        name: text('name'),
        email: text('email'),
        password: text('password'),
        role: roles.find((role) => role === text('role')) ?? 'admin',
      },
      { onSuccess: onClose, onError: (error) => setFaults(faultsOf(error)) },
    )
  }
  return (
    <section aria-labelledby="new-admin" className={styles.panel}>
      <h2 id="new-admin">{messages.addTitle}</h2>
      <form ref={form} onSubmit={submit} noValidate className={styles.form}>
        {create.isError && <Alert tone="error">{errorText(create.error, messages.createFailed)}</Alert>}
        <div className={styles.pair}>
          <TextField label={messages.name} name="name" maxLength={100} dir="auto" error={faults.name} />
          <TextField
            label={messages.email}
            name="email"
            type="email"
            dir="ltr"
            autoComplete="off"
            error={faults.email}
          />
          <PasswordField
            label={messages.password}
            hint={messages.passwordHint(rules.hint)}
            name="password"
            autoComplete="new-password"
            error={faults.password}
          />
          <SelectField
            label={messages.role}
            name="role"
            defaultValue="admin"
            choices={roles.map((value) => ({ value, label: messages.roles[value] }))}
          />
        </div>
        <div className={styles.dialogActions}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" pending={create.isPending}>
            {create.isPending ? messages.creating : messages.create}
          </Button>
        </div>
      </form>
    </section>
  )
}
