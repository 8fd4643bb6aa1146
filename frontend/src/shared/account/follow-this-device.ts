import type { QueryClient } from '@tanstack/react-query'
import type { Language } from '../i18n/languages.ts'
import { type PreferencesChange, profileQuery, storePreferences } from './profile.ts'

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
