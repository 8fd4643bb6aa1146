import type { Preferences, Profile, preferencesReply, profileReply } from '@rehearse/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { learnerApi } from '../api/client.ts'
import type { Reply } from '../api/reply.ts'
import { useSession } from '../api/session.ts'

/** The learner's own record, with their preferences. */
export const profileQuery = (uid: string) =>
  queryOptions({
    queryKey: ['account', uid, 'profile'],
    queryFn: async ({ signal }): Promise<Profile> =>
      (await learnerApi.get<Reply<typeof profileReply>>('/api/users/me', { signal })).user,
  })

export function useProfile() {
  const session = useSession()
  return useQuery({ ...profileQuery(session?.uid ?? ''), enabled: session !== null })
}

export type PreferencesChange = (before: Preferences) => Preferences

/** Changes what `change` changes and nothing else: the rest may have been chosen on another device since. */
export async function storePreferences(change: PreferencesChange): Promise<Preferences> {
  const path = '/api/users/me/preferences'
  const { preferences } = await learnerApi.get<Reply<typeof preferencesReply>>(path)
  const body = change(preferences)
  return (await learnerApi.put<Reply<typeof preferencesReply>>(path, { body })).preferences
}
