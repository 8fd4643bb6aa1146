import { MailedLink } from '../../features/mailed-links/mailed-link.tsx'
import { learnerApi } from '../../shared/api/client.ts'

export default function Unsubscribe() {
  return (
    <MailedLink
      kind="unsubscribe"
      follow={(token) => learnerApi.post(`/api/unsubscribe/${encodeURIComponent(token)}`, { body: {} })}
    />
  )
}
