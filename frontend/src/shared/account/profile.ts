import type { Preferences, Profile } from '@rehearse/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { learnerApi } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import type { Language } from '../i18n/languages.ts'

/** The learner's own record, with their preferences. */
export const profileQuery = (uid: string) =>
  queryOptions({
    queryKey: ['account', uid, 'profile'],
    queryFn: async ({ signal }): Promise<Profile> => (await learnerApi.get('/api/users/me', { signal })).user,
  })

export function useProfile() {
  const session = useSession()
  return useQuery({ ...profileQuery(session?.uid ?? ''), enabled: session !== null })
}

export type PreferencesChange = (before: Preferences) => Preferences

/** Changes what `change` changes and nothing else: the rest may have been chosen on another device since. */
export async function storePreferences(change: PreferencesChange): Promise<Preferences> {
  const path = '/api/users/me/preferences'
  const { preferences } = await learnerApi.get(path)
  const body = change(preferences)
  return (await learnerApi.put(path, { body })).preferences
}

/** What was chosen in the pages is the account's language, too: mail and exports follow. */
export const keepLanguage = (client: QueryClient, uid: string, language: Language): Promise<void> =>
  keep(client, uid, (before) => ({ ...before, language }))

/** Who signs up on this device reads its language and lives by its clock, until they say otherwise. */
export const keepFirstPreferences = (client: QueryClient, uid: string, language: Language): Promise<void> =>
  keep(client, uid, (before) => ({
    ...before,
    language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }))

/** Behind the page; what fails can be chosen in the settings. */
async function keep(client: QueryClient, uid: string, change: PreferencesChange): Promise<void> {
  const preferences = await storePreferences(change).catch(() => undefined)
  if (preferences === undefined) return
  client.setQueryData(profileQuery(uid).queryKey, (profile) => profile && { ...profile, preferences })
}
