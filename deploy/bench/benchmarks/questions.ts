import {
  type Benchmark,
  baselineCase,
  type Case,
  type GoalResult,
  inReads,
  type Results,
} from '../src/benchmark.ts'
import { generatedQuestion } from '../src/generated-questions.ts'
import type { World } from '../src/world.ts'

/** The baseline for all others: one question by its id. */
export const read: Benchmark = {
  name: 'read',
  cases: async ({ sql, read }) => {
    const { rows } = await sql.query<{ id: string }>('select id from question order by random() limit 1000')
    return [
      { name: baselineCase, run: (turn) => read(`/api/questions/unified/${rows[turn % rows.length]?.id}`) },
    ]
  },
}

const searches: Readonly<Record<string, readonly string[]>> = {
  rare: ['xylophone'],
  middling: ['closure', 'useEffect'],
  'very common': ['function'],
  'two words': ['function closure', 'component function'],
  typo: ['xylophnoe', 'useefect', 'clsoure'],
  'typo, very common': ['funtcion', 'functoin'],
  prefix: ['flexbox cent', 'xylo', 'useEff'],
  'prefix, short': ['fu', 'co'],
  punctuation: ['===', 'Array.map', '.then(', 'C++', 'async/await'],
  'rare, with a filter': ['xylophone&difficulty=easy', 'xylophone&isActive=true&approved=true'],
  'middling, with a filter': ['closure&difficulty=hard', 'useEffect&learningPath=Path 4'],
  'very common, with a filter': [
    'function&category=Category 3',
    'function&type=single',
    'function&tags=tag7',
  ],
  'two words, with a filter': ['function closure&difficulty=easy', 'component function&category=Category 7'],
  'typo, with a filter': ['useefect&category=Category 3', 'funtcion&learningPath=Path 2'],
  'prefix, with a filter': ['flexbox cent&difficulty=hard', 'compo&tags=area3'],
  'punctuation, with a filter': [
    '===&learningPath=Path 2',
    'Array.map&type=single',
    '.then(&difficulty=easy',
  ],
  'all filters': ['function&category=Category 3&difficulty=easy&type=single&tags=area3&approved=true'],
}

/** Searches over HTTP, and the same words by an unindexed ILIKE, which doesn't rank, in the database alone. */
export const search: Benchmark = {
  name: 'search',
  cases: (world) => [
    ...Object.entries(searches).map(
      ([name, texts]): Case => ({ name: `search, ${name}`, run: searched(world, texts) }),
    ),
    {
      name: 'list with search, very common',
      run: () => world.read('/api/questions/unified?search=function'),
    },
    ...(['rare', 'middling', 'very common'] as const).map(
      (name): Case => ({
        name: `ILIKE, ${name}`,
        run: () => ilike(world, searches[name]?.[0] ?? ''),
      }),
    ),
  ],
  evaluate,
}

const searched = (world: World, texts: readonly string[]) => (turn: number) => {
  const [text = '', ...filters] = (texts[turn % texts.length] ?? '').split('&')
  const query = [`search=${encodeURIComponent(text)}`, ...filters].join('&')
  return world.read(`/api/questions/unified/search?${query}`)
}

/** A page of hits and the total count, as a search list needs them. */
async function ilike({ sql }: World, word: string): Promise<void> {
  const matches = `is_open and (title ilike $1 or content ilike $1 or options::text ilike $1)`
  await sql.query(`select count(*) from question where ${matches}`, [`%${word}%`])
  await sql.query(
    `select id from question where ${matches} order by created_at desc, position desc limit 10`,
    [`%${word}%`],
  )
}

/** Compares with ILIKE for the same word or for the word that it finds soonest, and with a tenth of the questions. */
function evaluate(results: Results): GoalResult[] {
  const [small, large] = [[...results.values()][0], [...results.values()].at(-1)]
  if (small === undefined || large === undefined) return []
  const soonest = Math.min(
    ...[...large].flatMap(([name, { p95 }]) => (name.startsWith('ILIKE') ? [p95] : [])),
  )
  return Object.keys(searches).flatMap((name) => {
    const [few, many] = [small.get(`search, ${name}`), large.get(`search, ${name}`)]
    if (few === undefined || many === undefined) return []
    const goal = (large.get(`ILIKE, ${name.split(', ')[0]}`)?.p95 ?? soonest) / 40
    const growth = inReads(large, `search, ${name}`) / inReads(small, `search, ${name}`)
    const figures = `p95 ${many.p95.toFixed(1)} ms, 1/40 of ILIKE's is ${goal.toFixed(1)}`
    return [
      { holds: many.p95 <= goal, text: `search, ${name}: ${figures}` },
      {
        holds: growth <= 2,
        text: `search, ${name}: ${growth.toFixed(2)} times as many reads by id (at most 2)`,
      },
    ]
  })
}

const importSize = 500

/**
 * An import of existing questions: read, compared and left unchanged, so that the bank keeps its size and other cases
 * keep their caches. The import of new ones is measured while the bank is filled.
 */
export const imports: Benchmark = {
  name: 'import',
  cases: ({ write }) => {
    const body = {
      isBulkImport: true,
      questions: Array.from({ length: importSize }, (_, index) => generatedQuestion(index)),
    }
    const run = async () => {
      const { data } = await write<{ data: { skipped: number } }>('/api/questions/unified', body)
      if (data.skipped !== importSize)
        throw new Error(`only ${data.skipped} of ${importSize} were recognized as duplicates`)
    }
    return [{ name: `import of ${importSize} known`, run }]
  },
  evaluate: (results) => {
    const [small, large] = [[...results.values()][0], [...results.values()].at(-1)]
    const names = [...(large?.keys() ?? [])].filter((name) => name.startsWith('import of'))
    return names.map((name): GoalResult => {
      const growth = inReads(large, name) / inReads(small, name)
      return {
        holds: growth <= 2,
        text: `${name}: ${growth.toFixed(2)} times as many reads by id (at most 2)`,
      }
    })
  },
}

/** Pages of the list, first and deep ones, and randomly selected questions. */
export const list: Benchmark = {
  name: 'list',
  cases: async ({ read, sql }) => {
    const { rows } = await sql.query<{ count: number }>('select count(*)::int as count from question')
    // With 10 questions per page, a bank of 10,000 has only 1,000 pages.
    const deepest = Math.min(5_000, (rows[0]?.count ?? 0) / 10)
    const deep = (turn: number) => `page=${deepest - (turn % 50)}`
    const queries: Readonly<Record<string, (turn: number) => string>> = {
      'list, page 1': () => '',
      'list, page 5,000 (or the last)': deep,
      'list by title, as deep': (turn) => `orderBy=title&${deep(turn)}`,
      'list by usage, as deep': (turn) => `orderBy=usageCount&${deep(turn)}`,
      'list by points, as deep': (turn) => `orderBy=points&${deep(turn)}`,
      'list by category, as deep': (turn) => `orderBy=category&${deep(turn)}`,
      'list of a category': (turn) => `category=Category ${turn % 25}`,
      'random 10': () => 'random=true&count=10',
      'random 10 of a category': (turn) => `random=true&count=10&category=Category ${turn % 25}`,
    }
    return Object.entries(queries).map(([name, query]) => ({
      name,
      run: (turn) => read(`/api/questions/unified?${query(turn)}`),
    }))
  },
  evaluate: (results) =>
    [...results].map(([size, timings]) => {
      const [first, deep] = [timings.get('list, page 1'), timings.get('list, page 5,000 (or the last)')]
      const factor = (deep?.p50 ?? Number.NaN) / (first?.p50 ?? Number.NaN)
      return {
        holds: factor <= 3,
        text: `list of ${size}: a deep page takes ${factor.toFixed(1)} times as long as the first (at most 3)`,
      }
    }),
}
