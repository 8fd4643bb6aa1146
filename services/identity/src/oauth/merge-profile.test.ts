import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeProfile, type ProfileParts } from './merge-profile.ts'

const profile = { name: 'Told', photo: 'https://example.com/told.png' }
const provider = fc.constantFrom('google' as const, 'github' as const)
const source = fc.constantFrom('learner' as const, 'google' as const, 'github' as const)
const parts: fc.Arbitrary<ProfileParts> = fc.record({
  name: fc.record({ value: fc.string(), from: source }),
  photo: fc.record({ value: fc.option(fc.webUrl()), from: fc.option(source) }),
})
const person = fc.record({ name: fc.option(fc.string()), photo: fc.option(fc.webUrl()) })

describe('the profile at a sign-in', () => {
  test('gets values for fields that no one has set', () => {
    const before: ProfileParts = {
      name: { value: 'Ann', from: 'learner' },
      photo: { value: null, from: null },
    }
    expect(mergeProfile(before, profile, 'github')).toEqual({
      name: before.name,
      photo: { value: profile.photo, from: 'github' },
    })
  })

  test('keeps the learner’s choices, including a removed picture', () => {
    fc.assert(
      fc.property(parts, person, provider, (before, profile, provider) => {
        const after = mergeProfile(before, profile, provider)
        for (const part of ['name', 'photo'] as const) {
          if (before[part].from === 'learner') expect(after[part]).toEqual(before[part])
        }
      }),
    )
  })

  test('keeps values from another provider', () => {
    fc.assert(
      fc.property(parts, person, (before, profile) => {
        const after = mergeProfile(before, profile, 'github')
        for (const part of ['name', 'photo'] as const) {
          if (before[part].from === 'google') expect(after[part]).toEqual(before[part])
        }
      }),
    )
  })

  test('is merged idempotently, and an empty profile changes nothing', () => {
    fc.assert(
      fc.property(parts, person, provider, (before, profile, provider) => {
        const once = mergeProfile(before, profile, provider)
        expect(mergeProfile(once, profile, provider)).toEqual(once)
        expect(mergeProfile(before, { name: null, photo: null }, provider)).toEqual(before)
      }),
    )
  })
})
