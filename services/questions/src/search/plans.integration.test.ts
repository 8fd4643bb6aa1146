import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../tables.ts'
import { filledBank, planOf } from '../testing/bank-database.ts'
import { questionRow } from '../testing/question-body.ts'
import { filterOf } from './filter-of.ts'
import { hitsStatement } from './repository.ts'
import { resolveSearch } from './resolve-search.ts'
import { hitQueryOf } from './tsquery.ts'

/** 12,000 in `npm run test:deep`. */
const size = Number(process.env.SEARCHED_QUESTIONS ?? 4_000)
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

async function queryFor(text: string, filters: object, openOnly: boolean) {
  const [filter, search] = await Promise.all([filterOf(db, filters, { openOnly }), resolveSearch(db, text)])
  if (filter === null || search === null) throw new Error('such a search finds nothing')
  return hitQueryOf(search, filter)
}

/** The plan of search_hits(), using the function's text and settings in the database. */
async function planOfHits({ inHead, elsewhere, rankBy }: ReturnType<typeof hitQueryOf>): Promise<string> {
  const { rows } = await sql<{ prosrc: string; proconfig: string[] }>`
    select prosrc, proconfig from pg_proc where proname = 'search_hits'`.execute(db)
  const { prosrc, proconfig } = rows[0] ?? { prosrc: '', proconfig: [] }
  const values: Readonly<Record<string, RawBuilder<unknown>>> = {
    best: sql`${inHead}::tsquery`,
    others: sql`${elsewhere}::tsquery`,
    rank_by: sql`${rankBy}::tsquery`,
    most: sql`1001`,
  }
  const body = prosrc.split(/\b(best|others|rank_by|most)\b/).map((part) => values[part] ?? sql.raw(part))
  return db.transaction().execute(async (trx) => {
    for (const [name, value] of proconfig.map((setting) => setting.split('='))) {
      await sql`select set_config(${name}, ${value}, true)`.execute(trx)
    }
    return planOf(trx, sql.join(body, sql``))
  })
}

describe(`a search among ${size} questions reads little more than its index`, () => {
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
        const query = await queryFor(word, filter, openOnly)
        const whole = await planOf(db, hitsStatement({ ...query, limit: 10, offset: 0 }))
        expect(whole).not.toMatch(/Seq Scan on question/)
        // Wide rows are read only for the questions on the page.
        const wide = [...whole.matchAll(/ on question (?:\w+ )?\(actual rows=([\d.]+) loops=(\d+)/g)]
        expect(
          wide.reduce((all, [, rows, loops]) => all + Number(rows) * Number(loops), 0),
        ).toBeLessThanOrEqual(10)
        const hits = await planOfHits(query)
        expect(hits.match(/Bitmap Index Scan on question_search_by_words/g)).toHaveLength(2)
        expect(hits).not.toContain('Seq Scan')
        expect(hits).not.toContain('Rows Removed by Index Recheck')
      }
    },
  )
})
