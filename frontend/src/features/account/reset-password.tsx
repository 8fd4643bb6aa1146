import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { usePasswordRules } from '../../shared/account/password-rules.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { sessionEnded } from '../../shared/api/session.ts'
import { useFragmentToken } from '../../shared/fragment-token.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText, useFieldErrors } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { useCheckedForm } from './credentials.ts'
import { useAccountMessages } from './messages.en.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import styles from './sign-in.module.css'

/** The page of the emailed link for a forgotten password. */
export function ResetPassword() {
  const { signIn } = useMessages()
  const { mailedLinks } = useAccountMessages()
  const errorText = useErrorText()
  const rules = usePasswordRules()
  const navigate = useNavigate()
  const { ask } = useSignInPrompt()
  const queryClient = useQueryClient()
  const token = useFragmentToken()
  const reset = useMutation({
    mutationFn: (body: Record<string, string>) =>
      learnerApi.post('/api/auth/password/reset', { body: { ...body, token } }),
    onSuccess: () => sessionEnded(queryClient),
  })
  const { problems: found, form } = useCheckedForm(reset.mutate, rules)
  const problems = { ...useFieldErrors()(reset.error), ...found }

  if (token === '') {
    return (
      <Page title={signIn.resetTitle}>
        <Alert tone="error">{mailedLinks.incomplete}</Alert>
      </Page>
    )
  }
  if (reset.isSuccess) {
    return (
      <Page title={signIn.resetTitle}>
        <div className={styles.page}>
          <Alert tone="success">{signIn.passwordSet}</Alert>
          <Button variant="primary" onClick={() => ask(() => navigate('/'))}>
            {signIn.submit}
          </Button>
        </div>
      </Page>
    )
  }
  return (
    <Page title={signIn.resetTitle} lead={signIn.resetLead}>
      <form {...form} className={styles.page}>
        {reset.isError && <Alert tone="error">{errorText(reset.error, mailedLinks.failed)}</Alert>}
        <NewPasswordFields
          disabled={reset.isPending}
          label={signIn.newPassword}
          rules={rules}
          problems={problems}
        />
        <Button type="submit" variant="primary" pending={reset.isPending}>
          {reset.isPending ? signIn.submitting : signIn.setPassword}
        </Button>
      </form>
    </Page>
  )
}
