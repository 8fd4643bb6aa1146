import { describe, expect, test } from 'vitest'
import { draftOf, isDraft } from './draft.ts'
import { libraryCollections } from './library.ts'
import { plans, sections } from './taxonomy-pages.tsx'

describe('what a device has kept of a form', () => {
  test.each([sections, plans, ...libraryCollections])('$name: is a draft as it was written', ({ fields }) => {
    expect(isDraft(fields, JSON.parse(JSON.stringify(draftOf(fields))))).toBe(true)
  })

  const [challenges] = libraryCollections
  const draft = draftOf(challenges.fields)
  test.each([
    ['nothing', null],
    ['a field that the form has since', { ...draft, title: undefined }],
    ['a group that was a text', { ...draft, solution: 'return 1' }],
    ['a list that was a text', { ...draft, testCases: 'one' }],
    ['an item without its fields', { ...draft, testCases: [{ key: 'a', draft: {} }] }],
    ['an item without its place', { ...draft, testCases: [{ draft: {} }] }],
  ])('no draft: %s', (_what, kept) => {
    expect(isDraft(challenges.fields, kept)).toBe(false)
  })
})
