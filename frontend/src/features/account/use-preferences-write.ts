import type { Preferences, Profile } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { type PreferencesChange, profileQuery, storePreferences } from '../../shared/account/profile.ts'

/** One after the other: each reads what the one before has stored. */
export const preferencesWrites = { mutationKey: ['preferences'], scope: { id: 'preferences' } }

/** Stores a change of preferences, and shows everywhere what they are then. */
export function usePreferencesWrite({ uid }: Profile) {
  const queryClient = useQueryClient()
  const { queryKey } = profileQuery(uid)
  const show = (change: PreferencesChange) =>
    queryClient.setQueryData(
      queryKey,
      (profile) => profile && { ...profile, preferences: change(profile.preferences) },
    )
  return {
    show,
    store: async (change: PreferencesChange): Promise<Preferences> => {
      const preferences = await storePreferences(change)
      // A later one is shown already, and stored soon.
      if (queryClient.isMutating(preferencesWrites) <= 1) show(() => preferences)
      return preferences
    },
  }
}
