import { type Benchmark, type Case, inReads, type Results, type Verdict } from '../src/benchmark.ts'
import type { World } from '../src/world.ts'

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

/** Searches over HTTP, and the same words by an unindexed ILIKE, which has no ranks, in the database alone. */
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
  judge,
}

const searched = (world: World, texts: readonly string[]) => (turn: number) => {
  const [text = '', ...filters] = (texts[turn % texts.length] ?? '').split('&')
  const query = [`search=${encodeURIComponent(text)}`, ...filters].join('&')
  return world.read(`/api/questions/unified/search?${query}`)
}

/** A page of hits and their number, as a list with a search needs them. */
async function ilike({ sql }: World, word: string): Promise<void> {
  const matches = `is_open and (title ilike $1 or content ilike $1 or options::text ilike $1)`
  await sql.query(`select count(*) from question where ${matches}`, [`%${word}%`])
  await sql.query(
    `select id from question where ${matches} order by created_at desc, position desc limit 10`,
    [`%${word}%`],
  )
}

/** Against ILIKE with the same word, or with the one that it finds soonest; and against a tenth of the questions. */
function judge(results: Results): Verdict[] {
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
