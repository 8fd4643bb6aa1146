import type { Preferences, Profile } from '@rehearse/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { learnerApi } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import type { Language } from '../i18n/languages.ts'

/** The learner's profile with their preferences. */
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

/** Sends only the changed preferences: the others may have been changed on another device. */
export async function storePreferences(change: PreferencesChange): Promise<Preferences> {
  const path = '/api/users/me/preferences'
  const { preferences } = await learnerApi.get(path)
  const body = change(preferences)
  return (await learnerApi.put(path, { body })).preferences
}

/** Saves the language chosen on a page in the account, for emails and exports. */
export const keepLanguage = (client: QueryClient, uid: string, language: Language): Promise<void> =>
  keep(client, uid, (before) => ({ ...before, language }))

/** Sets a new account's language and time zone from this device. */
export const saveFirstPreferences = (client: QueryClient, uid: string, language: Language): Promise<void> =>
  keep(client, uid, (before) => ({
    ...before,
    language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }))

/** Makes a learning path the next step on Today. */
export const keepLearningPath = (client: QueryClient, uid: string, learningPath: string): Promise<void> =>
  keep(client, uid, (before) => ({ ...before, learningPath }))

/** Runs in the background; if it fails, the learner can set this in the settings. */
async function keep(client: QueryClient, uid: string, change: PreferencesChange): Promise<void> {
  const preferences = await storePreferences(change).catch(() => undefined)
  if (preferences === undefined) return
  client.setQueryData(profileQuery(uid).queryKey, (profile) => profile && { ...profile, preferences })
}
