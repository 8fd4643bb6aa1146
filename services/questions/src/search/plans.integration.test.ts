import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { filterOf } from '../listing/filter-of.ts'
import type { Db } from '../tables.ts'
import { filledBank, planOf } from '../testing/bank-database.ts'
import { questionRow } from '../testing/question-body.ts'
import { findHits, type HitQuery, hitsStatement, readSearchStats } from './repository.ts'
import { resolveSearch } from './resolve-search.ts'
import { enoughHits, expectedOf, lexemesToCount, searchSteps } from './search-steps.ts'
import { anyOf } from './tsquery.ts'

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

async function hitQueryFor(text: string, filters: object, openOnly: boolean): Promise<HitQuery> {
  const [filter, search] = await Promise.all([filterOf(db, filters, openOnly), resolveSearch(db, text)])
  if (filter === null || search === null) throw new Error('such a search finds nothing')
  const stats = await readSearchStats(db, lexemesToCount(search.required, filter))
  return {
    steps: searchSteps(search.required, filter, stats),
    expected: expectedOf(search.required, filter, stats),
    rankBy: anyOf(search.required),
    limit: 10,
    offset: 0,
  }
}

/** The plan of a search, and how each of its steps is looked up by search_positions(). */
async function plansFor(text: string, filters: object, openOnly: boolean) {
  const query = await hitQueryFor(text, filters, openOnly)
  return {
    whole: await planOf(db, hitsStatement(query)),
    steps: await Promise.all(query.steps.map(planOfStep)),
  }
}

/** By the function's own text and settings, as they are in the database. */
async function planOfStep(step: string): Promise<string> {
  const { rows } = await sql<{ prosrc: string; proconfig: string[] }>`
    select prosrc, proconfig from pg_proc where proname = 'search_positions'`.execute(db)
  const { prosrc, proconfig } = rows[0] ?? { prosrc: '', proconfig: [] }
  const [before, after] = prosrc.replace(' most', ` ${enoughHits + 1}`).split(' query ')
  return db.transaction().execute(async (trx) => {
    for (const [name, value] of proconfig.map((setting) => setting.split('='))) {
      await sql`select set_config(${name}, ${value}, true)`.execute(trx)
    }
    return planOf(trx, sql`${sql.raw(before ?? '')} ${step}::tsquery ${sql.raw(after ?? '')}`)
  })
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
        const { whole, steps } = await plansFor(word, filter, openOnly)
        expect(whole).not.toMatch(/Seq Scan on question/)
        // Of the wide rows, those alone that are ranked, and those on the page.
        const wide = [...whole.matchAll(/ on question (?:\w+ )?\(actual rows=([\d.]+) loops=(\d+)/g)]
        expect(
          wide.reduce((all, [, rows, loops]) => all + Number(rows) * Number(loops), 0),
        ).toBeLessThanOrEqual(210)
        for (const plan of steps) {
          expect(plan).toContain('Bitmap Index Scan on question_search_by_words')
          expect(plan).not.toContain('Rows Removed by Index Recheck')
        }
        // However many match, those that come first are few.
        const found = steps.map((plan) =>
          Number(plan.match(/ on question_search \(actual rows=(\d+)/)?.[1] ?? 0),
        )
        const last = found.findIndex((hits) => hits >= enoughHits)
        const asked = last < 0 ? found : found.slice(0, last + 1)
        expect(asked.reduce((sum, hits) => sum + hits, 0)).toBeLessThan(5 * enoughHits)
      }
    },
  )
})

test.each(['xylophone', 'closure', '===', 'function'])(
  '%s is found alike, however many were expected',
  async (text) => {
    const query = await hitQueryFor(text, {}, true)
    const [few, many] = await Promise.all([0, size].map((expected) => findHits(db, { ...query, expected })))
    expect(few).toEqual(many)
    expect(few?.questions.length).toBeGreaterThan(0)
  },
)
