import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/tables.ts'
import { filterOf } from '../questions/listing/question-filter.ts'
import { filledBank } from '../testing/filled-bank.ts'
import { planOf } from '../testing/plan-of.ts'
import { questionRow } from '../testing/question-body.ts'
import { hitsStatement } from './queries.ts'
import { resolveSearch } from './resolve-search.ts'
import { enoughHits, lexemesToCount, searchSteps } from './search-steps.ts'
import { anyOf } from './tsquery.ts'
import { readSearchFigures } from './vocabulary-repository.ts'

const size = 12_000
let db: Db

beforeAll(async () => {
  const rows = Array.from({ length: size }, (_, index) =>
    questionRow({
      title: `Number ${index}`,
      content: [
        'A function',
        ...(index % 5 < 2 ? ['with a === b'] : []),
        ...(index % 100 === 0 ? ['and a closure in Array.map'] : []),
        ...(index === 77 ? ['of one xylophone'] : []),
      ].join(' '),
      category: `Category ${index % 40}`,
      learningPath: `Path ${index % 25}`,
      difficulty: (['easy', 'medium', 'hard'] as const)[index % 3],
      tags: [`tag-${index % 50}`, 'everywhere'],
    }),
  )
  db = await filledBank('questions_search_plans', rows)
})

async function planFor(text: string, filters: object, openOnly: boolean) {
  const [filter, search] = await Promise.all([filterOf(db, filters, openOnly), resolveSearch(db, text)])
  if (filter === null || search === null) throw new Error('such a search finds nothing')
  const figures = await readSearchFigures(db, lexemesToCount(search.required, filter))
  const steps = searchSteps(search.required, filter, figures)
  return planOf(db, hitsStatement({ steps, rankBy: anyOf(search.required), limit: 10, offset: 0 }))
}

describe(`a search among ${size} questions reads its index, and little else`, () => {
  const words = [
    'xylophone',
    'closure',
    'function',
    'function closure',
    'funct',
    'fu',
    'xylo',
    'funtcion',
    '===',
    'Array.map',
  ]
  const filters: readonly [name: string, filters: object][] = [
    ['alone', {}],
    ['in a category', { category: 'Category 7' }],
    ['of a difficulty', { difficulty: 'advanced' }],
    ['of a type', { type: 'single' }],
    ['on a path', { learningPath: 'Path 7' }],
    ['with a tag', { tags: 'everywhere' }],
    ['active and approved', { isActive: true, approved: true }],
    [
      'with all of them',
      { category: 'Category 7', difficulty: 'beginner', tags: 'everywhere', approved: true },
    ],
  ]
  test.each(words.flatMap((word) => filters.map(([name, filter]) => [word, name, filter] as const)))(
    '%s, %s',
    async (word, _name, filter) => {
      for (const openOnly of [true, false]) {
        const plan = await planFor(word, filter, openOnly)
        expect(plan).not.toContain('Seq Scan')
        expect(plan).toContain('Bitmap Index Scan on question_search_by_words')
        expect(plan).not.toContain('Rows Removed by Index Recheck')
        // Of the wide rows, those alone that are ranked.
        const [, wide] = plan.match(/ on question \(actual rows=(\d+)/) ?? []
        expect(Number(wide ?? 0)).toBeLessThanOrEqual(200)
        // However many match.
        for (const [, rows] of plan.matchAll(/ on question_search \(actual rows=(\d+)/g)) {
          expect(Number(rows)).toBeLessThan(5 * enoughHits)
        }
      }
    },
  )
})
