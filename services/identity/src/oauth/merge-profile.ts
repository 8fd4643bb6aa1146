import type { SignInProviderName } from '@rehearse/contracts'

/** Who gave a part of the profile; null when nobody has yet. */
export type ProfileSource = SignInProviderName | 'learner' | null
export type NameSource = Exclude<ProfileSource, null>

/** The parts of a profile that a provider may fill, and who did. */
export interface ProfileParts {
  name: { value: string; from: NameSource }
  photo: { value: string | null; from: ProfileSource }
}

/**
 * A profile after a sign-in with a provider. What the learner chose stays, also a picture they took away; what this
 * provider gave is followed when it changes there; what another provider gave stays; what is missing is filled.
 * Nothing told is nothing changed.
 */
export function mergeProfile(
  current: ProfileParts,
  told: { name: string | null; photo: string | null },
  provider: SignInProviderName,
): ProfileParts {
  const mayFill = (from: ProfileSource) => from === null || from === provider
  return {
    name:
      told.name !== null && mayFill(current.name.from) ? { value: told.name, from: provider } : current.name,
    photo:
      told.photo !== null && mayFill(current.photo.from)
        ? { value: told.photo, from: provider }
        : current.photo,
  }
}
