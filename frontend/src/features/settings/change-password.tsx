import { useQueryClient } from '@tanstack/react-query'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { usePasswordRules } from '../../shared/account/password-rules.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Faults } from '../../shared/api/faults.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { Disclosure } from './disclosure.tsx'
import { SettingsForm } from './settings-form.tsx'

const names = ['currentPassword', 'newPassword', 'confirmPassword'] as const

export function ChangePassword() {
  const { settings } = useAccountMessages()
  const { signIn: words } = useMessages()
  const { signIn: messages } = settings
  const rules = usePasswordRules()
  const queryClient = useQueryClient()

  const check = (filled: FormData): Faults => {
    const problem = rules.problemOf(String(filled.get('newPassword')))
    return {
      ...(problem && { newPassword: problem }),
      ...(filled.get('newPassword') !== filled.get('confirmPassword') && { confirmPassword: words.mismatch }),
      ...Object.fromEntries(
        names.filter((name) => filled.get(name) === '').map((name) => [name, words.fieldRequired]),
      ),
    }
  }
  const send = async (filled: FormData) => {
    await learnerApi.post('/api/users/me/password', { body: Object.fromEntries(filled) })
    // The other devices were signed out by it.
    void queryClient.invalidateQueries({ queryKey: ['account'] })
  }
  return (
    <Disclosure title={messages.changePassword}>
      <SettingsForm
        action={messages.changePassword}
        done={messages.passwordChanged}
        clears
        check={check}
        send={send}
      >
        {(faults) => (
          <>
            <PasswordField
              label={messages.currentPassword}
              name="currentPassword"
              autoComplete="current-password"
              required
              error={faults.currentPassword}
            />
            <PasswordField
              label={words.newPassword}
              name="newPassword"
              autoComplete="new-password"
              hint={rules.hint}
              required
              error={faults.newPassword}
            />
            <PasswordField
              label={words.confirmPassword}
              name="confirmPassword"
              autoComplete="new-password"
              required
              error={faults.confirmPassword}
            />
          </>
        )}
      </SettingsForm>
    </Disclosure>
  )
}
