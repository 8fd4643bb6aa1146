import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Faults } from '../../shared/api/faults.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { TextField } from '../../shared/ui/fields.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { Disclosure } from './disclosure.tsx'
import { SettingsForm } from './settings-form.tsx'
import { textOf } from './text-of.ts'

export function ChangeEmail() {
  const { settings } = useAccountMessages()
  const { signIn: words } = useMessages()
  const { signIn: messages } = settings

  const check = (filled: FormData): Faults => ({
    ...(!/^\S+@\S+$/.test(textOf(filled, 'newEmail')) && { newEmail: words.emailInvalid }),
    ...(filled.get('password') === '' && { password: words.fieldRequired }),
  })
  return (
    <Disclosure title={messages.changeEmail}>
      <SettingsForm
        action={messages.mailLink}
        done={messages.emailSent}
        clears
        check={check}
        send={(filled) => learnerApi.post('/api/users/me/email', { body: Object.fromEntries(filled) })}
      >
        {(faults) => (
          <>
            <TextField
              label={messages.newEmail}
              name="newEmail"
              type="email"
              autoComplete="email"
              required
              dir="ltr"
              error={faults.newEmail}
            />
            <PasswordField
              label={messages.currentPassword}
              name="password"
              autoComplete="current-password"
              required
              error={faults.password}
            />
          </>
        )}
      </SettingsForm>
    </Disclosure>
  )
}
