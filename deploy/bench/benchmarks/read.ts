import { type Benchmark, yardstick } from '../src/benchmark.ts'

/** What all others are compared with: one question by its id. */
export const read: Benchmark = {
  name: 'read',
  cases: async ({ sql, read }) => {
    const { rows } = await sql.query<{ id: string }>('select id from question order by random() limit 1000')
    return [
      { name: yardstick, run: (turn) => read(`/api/questions/unified/${rows[turn % rows.length]?.id}`) },
    ]
  },
}
