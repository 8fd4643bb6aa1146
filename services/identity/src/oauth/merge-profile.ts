import type { SignInProviderName } from '@rehearse/contracts'

/** Who set a profile field; null if no one has. */
export type ProfileSource = SignInProviderName | 'learner' | null
export type NameSource = Exclude<ProfileSource, null>

/** The profile fields that a provider may fill, and who set them. */
export interface ProfileParts {
  name: { value: string; from: NameSource }
  photo: { value: string | null; from: ProfileSource }
}

/**
 * The profile after a sign-in with a provider. Fields that the learner chose stay, including a removed picture.
 * Fields from this provider follow its changes, those from another provider stay, and missing ones are filled.
 */
export function mergeProfile(
  current: ProfileParts,
  profile: { name: string | null; photo: string | null },
  provider: SignInProviderName,
): ProfileParts {
  const mayFill = (from: ProfileSource) => from === null || from === provider
  return {
    name:
      profile.name !== null && mayFill(current.name.from)
        ? { value: profile.name, from: provider }
        : current.name,
    photo:
      profile.photo !== null && mayFill(current.photo.from)
        ? { value: profile.photo, from: provider }
        : current.photo,
  }
}
