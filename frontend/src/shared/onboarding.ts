import type { Preferences } from '@rehearse/contracts'
import { STORAGE_KEYS } from './constants.ts'
import { learnerHere, storage } from './storage.ts'

export const userTypes = ['student', 'job-seeker', 'developer'] as const
export type UserType = (typeof userTypes)[number]
export type LearningMode = NonNullable<Preferences['learningMode']>

const { userType, hasCompletedOnboarding, isFirstVisit, learningMode, introducedBy } = STORAGE_KEYS

/** What another account said on this device is not ours; what a visitor said goes on in the account. */
const isOurs = () => ['visitor', learnerHere()].includes(storage.read(introducedBy) ?? 'visitor')

const read = (key: string): string | null => (isOurs() ? storage.read(key) : null)

function write(key: string, value: string): void {
  if (!isOurs()) forget()
  storage.write(introducedBy, learnerHere())
  storage.write(key, value)
}

function forget(): void {
  for (const key of [userType, hasCompletedOnboarding, isFirstVisit, learningMode]) storage.remove(key)
}

/** What a person said about themselves on this device, with an account or without. */
export const onboarding = {
  userType: (): UserType | null => userTypes.find((type) => type === read(userType)) ?? null,
  isCompleted: (): boolean => read(hasCompletedOnboarding) === 'true',
  /** True until a page was seen here before. */
  isFirstVisit: (): boolean => read(isFirstVisit) !== 'false',
  visited: (): void => write(isFirstVisit, 'false'),

  /** The preference of the account before that of the device. */
  learningMode: (preferences: Pick<Preferences, 'learningMode'> | undefined): LearningMode | null => {
    const local = read(learningMode)
    return preferences?.learningMode ?? (local === 'guided' || local === 'free-style' ? local : null)
  },

  complete: (said: { userType: UserType; learningMode: LearningMode }): void => {
    write(userType, said.userType)
    write(learningMode, said.learningMode)
    write(hasCompletedOnboarding, 'true')
    onboarding.visited()
  },
  reset: (): void => {
    for (const key of [userType, hasCompletedOnboarding, isFirstVisit]) storage.remove(key)
  },
}
