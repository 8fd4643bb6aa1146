import type { Benchmark } from '../src/benchmark.ts'

/** Pages of the list, the first and deep ones, and questions drawn at random. */
export const list: Benchmark = {
  name: 'list',
  cases: async ({ read, sql }) => {
    const { rows } = await sql.query<{ count: number }>('select count(*)::int as count from question')
    // Of 10 questions each. A bank of 10,000 has but 1,000.
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
  judge: (results) =>
    [...results].map(([size, timings]) => {
      const [first, deep] = [timings.get('list, page 1'), timings.get('list, page 5,000 (or the last)')]
      const factor = (deep?.p50 ?? Number.NaN) / (first?.p50 ?? Number.NaN)
      return {
        holds: factor <= 3,
        text: `list of ${size}: a deep page takes ${factor.toFixed(1)} times as long as the first (at most 3)`,
      }
    }),
}
