import { describe, expect, test } from 'vitest'
import { draftOf, isDraft } from './draft.ts'
import { libraryCollections } from './library.ts'
import { plans, sections } from './taxonomy-pages.tsx'

describe('a stored form draft', () => {
  test.each([sections, plans, ...libraryCollections])('$name: is valid as it was written', ({ fields }) => {
    expect(isDraft(fields, JSON.parse(JSON.stringify(draftOf(fields))))).toBe(true)
  })

  const [challenges] = libraryCollections
  const draft = draftOf(challenges.fields)
  test.each([
    ['no content', null],
    ['a missing field', { ...draft, title: undefined }],
    ['a text instead of a group', { ...draft, solution: 'return 1' }],
    ['a text instead of a list', { ...draft, testCases: 'one' }],
    ['an item without its fields', { ...draft, testCases: [{ key: 'a', draft: {} }] }],
    ['an item without its key', { ...draft, testCases: [{ draft: {} }] }],
  ])('is invalid with %s', (_what, kept) => {
    expect(isDraft(challenges.fields, kept)).toBe(false)
  })
})
