import { describe, expect, test } from 'vitest'
import { matchesQuery } from './read-library.ts'

const kind = { filters: { category: 'category', tag: 'tags' }, searched: ['title', 'tags'] }
const entry = { title: 'Learn CSS Grid', category: 'css', tags: ['Layout', 'grid'], notes: 'flexbox' }

describe('an entry matches', () => {
  test.each([
    [{}],
    [{ category: 'CSS' }],
    [{ tag: 'layout' }],
    [{ searchTerm: 'css gr' }],
    [{ searchTerm: 'LAYOUT' }],
    [{ category: 'css', tag: 'grid', searchTerm: 'learn' }],
  ])('%j', (query) => {
    expect(matchesQuery(kind, entry, query)).toBe(true)
  })
})

describe('an entry does not match', () => {
  test.each([
    [{ category: 'cs' }],
    [{ tag: 'lay' }],
    [{ searchTerm: 'flexbox' }],
    [{ category: 'css', searchTerm: 'html' }],
    [{ category: 'html', searchTerm: 'css' }],
  ])('%j', (query) => {
    expect(matchesQuery(kind, entry, query)).toBe(false)
  })
})
