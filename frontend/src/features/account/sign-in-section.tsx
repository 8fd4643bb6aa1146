import type { Profile } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { usePasswordRules } from '../../shared/account/password-rules.ts'
import type { FieldErrors } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Disclosure } from '../../shared/ui/disclosure.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { SettingsSection } from '../../shared/ui/settings-section.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useAccountMessages } from './messages.en.ts'
import styles from './settings.module.css'
import { SettingsForm, textOf, WriteButton } from './settings-form.tsx'

const providerNames = { google: 'Google', github: 'Github' } as const

/** Sign-in methods: the email address, the password, and provider accounts. */
export function SignInSection({ profile }: { profile: Profile }) {
  const { signIn: messages } = useAccountMessages().settings
  const { email, isEmailVerified, hasPassword, identities } = profile
  return (
    <SettingsSection anchor="sign-in" title={messages.title} lead={messages.lead}>
      <p className={styles.address}>
        <bdi>{email}</bdi> <Tag>{isEmailVerified ? messages.verified : messages.unverified}</Tag>
      </p>
      {!isEmailVerified && (
        <>
          <p className={styles.quiet}>{messages.unverifiedText}</p>
          <WriteButton
            label={messages.resend}
            done={messages.linkSent}
            write={() => learnerApi.post('/api/auth/email/verification')}
          />
        </>
      )}
      {identities.map(({ provider, email: address }) => (
        <p key={provider} className={styles.quiet}>
          {messages.elsewhere(providerNames[provider], address ?? email)}
        </p>
      ))}
      {hasPassword ? (
        <>
          <ChangeEmail />
          <ChangePassword />
        </>
      ) : (
        <>
          <p className={styles.quiet}>{messages.noPassword}</p>
          <WriteButton
            label={messages.mailPasswordLink}
            done={messages.linkSent}
            write={() => learnerApi.post('/api/auth/password/forgot', { body: { email } })}
          />
        </>
      )}
    </SettingsSection>
  )
}

function ChangeEmail() {
  const { settings } = useAccountMessages()
  const { signIn: words } = useMessages()
  const { signIn: messages } = settings

  const check = (filled: FormData): FieldErrors => ({
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
        send={(filled) =>
          learnerApi.post('/api/users/me/email', {
            body: Object.fromEntries(filled) as Record<string, string>,
          })
        }
      >
        {(problems) => (
          <>
            <TextField
              label={messages.newEmail}
              name="newEmail"
              type="email"
              autoComplete="email"
              required
              dir="ltr"
              error={problems.newEmail}
            />
            <PasswordField
              label={messages.currentPassword}
              name="password"
              autoComplete="current-password"
              required
              error={problems.password}
            />
          </>
        )}
      </SettingsForm>
    </Disclosure>
  )
}

const names = ['currentPassword', 'newPassword', 'confirmPassword'] as const

function ChangePassword() {
  const { settings } = useAccountMessages()
  const { signIn: words } = useMessages()
  const { signIn: messages } = settings
  const rules = usePasswordRules()
  const queryClient = useQueryClient()

  const check = (filled: FormData): FieldErrors => {
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
    await learnerApi.post('/api/users/me/password', {
      body: Object.fromEntries(filled) as Record<string, string>,
    })
    // The change signed out all other devices.
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
        {(problems) => (
          <>
            <PasswordField
              label={messages.currentPassword}
              name="currentPassword"
              autoComplete="current-password"
              required
              error={problems.currentPassword}
            />
            <PasswordField
              label={words.newPassword}
              name="newPassword"
              autoComplete="new-password"
              hint={rules.hint}
              required
              error={problems.newPassword}
            />
            <PasswordField
              label={words.confirmPassword}
              name="confirmPassword"
              autoComplete="new-password"
              required
              error={problems.confirmPassword}
            />
          </>
        )}
      </SettingsForm>
    </Disclosure>
  )
}
