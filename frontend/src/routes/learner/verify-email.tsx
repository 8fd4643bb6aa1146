import { MailedLink } from '../../features/mailed-links/mailed-link.tsx'
import { learnerApi } from '../../shared/api/client.ts'

export default function VerifyEmail() {
  return (
    <MailedLink
      kind="verifyEmail"
      follow={(token) => learnerApi.post('/api/auth/email/verify', { body: { token } })}
    />
  )
}
