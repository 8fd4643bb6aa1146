import { describe, expect, test } from 'vitest'
import { onboarding } from './onboarding.ts'

describe('stored onboarding choices', () => {
  test('use the keys of the specification, and a reset clears them', () => {
    expect([onboarding.isFirstVisit(), onboarding.isCompleted()]).toEqual([true, false])
    onboarding.complete({ userType: 'student', learningMode: 'guided' })
    expect([onboarding.isFirstVisit(), onboarding.isCompleted()]).toEqual([false, true])
    expect(localStorage.getItem('userType')).toBe('student')
    expect(localStorage.getItem('hasCompletedOnboarding')).toBe('true')
    expect(localStorage.getItem('isFirstVisit')).toBe('false')
    onboarding.reset()
    expect(
      ['userType', 'hasCompletedOnboarding', 'isFirstVisit'].map((key) => localStorage.getItem(key)),
    ).toEqual([null, null, null])
  })

  test('include the learning mode: the account’s if set, else the device’s', () => {
    expect(onboarding.learningMode(undefined)).toBeNull()
    onboarding.complete({ userType: 'student', learningMode: 'guided' })
    expect(onboarding.learningMode(undefined)).toBe('guided')
    expect(onboarding.learningMode({ learningMode: null })).toBe('guided')
    expect(onboarding.learningMode({ learningMode: 'free-style' })).toBe('free-style')
  })
})
