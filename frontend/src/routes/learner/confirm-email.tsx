import { MailedLink } from '../../features/mailed-links/mailed-link.tsx'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { learnerApi } from '../../shared/api/client.ts'

export default function ConfirmEmail() {
  const { settings } = useAccountMessages()
  return (
    <MailedLink
      kind="confirmEmail"
      signInFirst={settings.signIn.confirmSignIn}
      follow={(token) => learnerApi.post('/api/auth/email/confirm', { body: { token } })}
    />
  )
}
