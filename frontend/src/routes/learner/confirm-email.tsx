import { MailedLink } from '../../features/mailed-links/mailed-link.tsx'
import { learnerApi } from '../../shared/api/client.ts'

export default function ConfirmEmail() {
  return (
    <MailedLink
      kind="confirmEmail"
      follow={(token) => learnerApi.post('/api/auth/email/confirm', { body: { token } })}
    />
  )
}
