import type { Preferences } from '@rehearse/contracts'
import { STORAGE_KEYS } from './constants.ts'
import { currentLearnerId, storage } from './storage.ts'

export const userTypes = ['student', 'job-seeker', 'developer'] as const
export type UserType = (typeof userTypes)[number]
export type LearningMode = NonNullable<Preferences['learningMode']>

const { userType, hasCompletedOnboarding, isFirstVisit, learningMode, introducedBy } = STORAGE_KEYS

/** Another account's choices on this device don't count; a visitor's move to the account. */
const isForThisUser = () => ['visitor', currentLearnerId()].includes(storage.read(introducedBy) ?? 'visitor')

const read = (key: string): string | null => (isForThisUser() ? storage.read(key) : null)

function write(key: string, value: string): void {
  if (!isForThisUser()) forget()
  storage.write(introducedBy, currentLearnerId())
  storage.write(key, value)
}

function forget(): void {
  for (const key of [userType, hasCompletedOnboarding, isFirstVisit, learningMode]) storage.remove(key)
}

/** What the user said about themselves on this device, with or without an account. */
export const onboarding = {
  userType: (): UserType | null => userTypes.find((type) => type === read(userType)) ?? null,
  isCompleted: (): boolean => read(hasCompletedOnboarding) === 'true',
  /** True until the user has seen a page here. */
  isFirstVisit: (): boolean => read(isFirstVisit) !== 'false',
  visited: (): void => write(isFirstVisit, 'false'),

  /** The account's preference, else the device's. */
  learningMode: (preferences: Pick<Preferences, 'learningMode'> | undefined): LearningMode | null => {
    const local = read(learningMode)
    return preferences?.learningMode ?? (local === 'guided' || local === 'free-style' ? local : null)
  },

  complete: (choices: { userType: UserType; learningMode: LearningMode }): void => {
    write(userType, choices.userType)
    write(learningMode, choices.learningMode)
    write(hasCompletedOnboarding, 'true')
    onboarding.visited()
  },
  reset: (): void => {
    for (const key of [userType, hasCompletedOnboarding, isFirstVisit]) storage.remove(key)
  },
}
