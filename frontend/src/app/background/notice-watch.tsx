import { useQuery } from '@tanstack/react-query'
import { newNoticesQuery } from '../../shared/account/new-notices.ts'

/** Asks, behind the pages, whether there is anything to tell a learner. */
export function NoticeWatch({ uid }: { uid: string }) {
  useQuery(newNoticesQuery(uid))
  return null
}
