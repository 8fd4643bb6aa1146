import { describe, expect, test } from 'vitest'
import type { QuestionFilter } from '../listing/question-filter.ts'
import { lexemesToCount, searchSteps } from './search-steps.ts'
import type { ResolvedTerm } from './tsquery.ts'
import { searchTerms } from './tsquery.ts'

const terms = (search: string): ResolvedTerm[] =>
  searchTerms(search).required.map((term) => ({ ...term, corrected: [], begun: 0, beginnings: null }))

function steps(search: string, uses: Record<string, number>, filter: Partial<QuestionFilter> = {}) {
  const stats = { uses: new Map(Object.entries(uses)), highest: 100_000 }
  return searchSteps(terms(search), { openOnly: false, ...filter }, stats)
}

describe('searchSteps', () => {
  test('title first, then title and tags, then anywhere', () => {
    expect(steps('css;', {})).toEqual([
      "(' title css' | ' title  stem css')",
      "(' head css' | ' head  stem css')",
      "('css' | ' stem css')",
    ])
  })

  test('what a filter names must be there, and nothing hidden for visitors', () => {
    const [first] = steps('css;', {}, { openOnly: true, categoryId: "it's", tags: ['x'], isActive: true })
    expect(first).toBe(
      "(' title css' | ' title  stem css') & ' category it''s' & ' tag x' & !' inactive' & !' unapproved'",
    )
  })

  test('of what very many have, the newest come first', () => {
    const [, , newest, all] = steps('css;', { css: 60_000 })
    expect(newest).toMatch(/ & \(' band 10 97' \| ' band 10 96' \| ' band 10 95'\)$/)
    expect(all).toBe("('css' | ' stem css')")
  })

  test.each([
    ['rare words', 'css;', { css: 400 }, {}, 3],
    ['a common word with a rare one', 'css flexbox;', { css: 60_000, flexbox: 900 }, {}, 3],
    [
      'a common word with a narrow filter',
      'css;',
      { css: 60_000, ' category c': 900 },
      { categoryId: 'c' },
      3,
    ],
    ['two common words', 'css grid;', { css: 60_000, grid: 60_000 }, {}, 4],
    ['a common word with a wide filter', 'css;', { css: 60_000, ' type code': 60_000 }, { type: 'code' }, 4],
  ] as const)('%s: %#', (_name, search, uses, filter, count) => {
    expect(steps(search, uses, filter)).toHaveLength(count)
  })

  test('a word and its stem are one term, and count once', () => {
    const uses = { component: 20_000, ' stem compon': 20_000 }
    const [, , newest] = steps('component;', uses)
    expect(newest?.match(/ band /g)).toHaveLength(
      steps('css;', { css: 20_000 })[2]?.match(/ band /g)?.length ?? 0,
    )
  })

  test('an open term counts as all that begin with it', () => {
    const [term] = terms('cs')
    const stats = { uses: new Map(), highest: 100_000 }
    const begun = { ...(term as ResolvedTerm), begun: 60_000 }
    // In the title, in the tags and elsewhere, each in two steps.
    expect(searchSteps([begun], { openOnly: false }, stats)).toHaveLength(6)
  })

  test('every lexeme that decides on a step is counted', () => {
    expect(lexemesToCount(terms('css;'), { openOnly: true, topicId: 't' })).toEqual([
      ' topic t',
      ...[' title css', ' title  stem css', ' head css', ' head  stem css', 'css', ' stem css'],
    ])
  })
})
