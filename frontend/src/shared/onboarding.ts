import type { Preferences } from '@rehearse/contracts'
import { STORAGE_KEYS } from './constants.ts'
import { storage } from './storage.ts'

export const userTypes = ['student', 'job-seeker', 'developer'] as const
export type UserType = (typeof userTypes)[number]
export type LearningMode = NonNullable<Preferences['learningMode']>

const { userType, hasCompletedOnboarding, isFirstVisit, learningMode } = STORAGE_KEYS

/** What a person said about themselves on this device, with an account or without. */
export const onboarding = {
  userType: (): UserType | null => userTypes.find((type) => type === storage.read(userType)) ?? null,
  isCompleted: (): boolean => storage.read(hasCompletedOnboarding) === 'true',
  /** True until a page was seen here before. */
  isFirstVisit: (): boolean => storage.read(isFirstVisit) !== 'false',
  visited: (): void => storage.write(isFirstVisit, 'false'),

  /** The preference of the account before that of the device. */
  learningMode: (preferences: Pick<Preferences, 'learningMode'> | undefined): LearningMode | null => {
    const local = storage.read(learningMode)
    return preferences?.learningMode ?? (local === 'guided' || local === 'free-style' ? local : null)
  },

  complete: (said: { userType: UserType; learningMode: LearningMode }): void => {
    storage.write(userType, said.userType)
    storage.write(learningMode, said.learningMode)
    storage.write(hasCompletedOnboarding, 'true')
    onboarding.visited()
  },
  reset: (): void => {
    for (const key of [userType, hasCompletedOnboarding, isFirstVisit]) storage.remove(key)
  },
}
