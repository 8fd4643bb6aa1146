import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@rehearse/local-platform'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { timing } from '../src/benchmark.ts'
import { fillLog } from '../src/fill-databases.ts'
import { openProgressWorld, type ProgressWorld } from '../src/progress-world.ts'

const goal = 1.5
const [few, many] = [10, 100_000]
/**
 * As many questions as a large bank has: the more distinct questions a learner has tried, the more there is to count.
 */
const questions = 20_000
const bookmarks = 10
const paths = {
  progress: '/api/progress/get',
  dashboard: '/api/progress/dashboard',
  bookmarks: '/api/progress/bookmarks',
  analytics: '/api/progress/analytics',
  history: '/api/progress/history',
  reviews: '/api/progress/reviews',
  explain: '/api/progress/explain/points',
}
/** These read all or much of a learner's history: reported without a goal. */
const walks = ['history', 'reviews', 'explain']

/** Response times for a learner with many answers compared with a new learner. */
export const reads: LoadBenchmark = {
  name: 'reads',
  run: async ({ short, say, signal }) => {
    await using stack = new AsyncDisposableStack()
    const world = await openProgressWorld(stack)
    say(`reads: a learner with ${many} answers`)
    const [old = ''] = await fill(world, many)
    const [young = ''] = await fill(world, many + few)
    await promisify(execFile)(
      process.execPath,
      [join(repositoryRoot, 'services/progress/src/ops/run.ts'), 'rebuild', 'all'],
      { env: { PATH: process.env.PATH, ...world.env } },
    )
    await openQuestions(world, [old, young])
    await world.sql.query('vacuum analyze')
    const tokens = await Promise.all(
      [young, old].map((id) => world.identity.token('learner', { id, expiresIn: 3_600 })),
    )
    const times = short ? 40 : 300
    const rows: string[][] = []
    const verdicts: { holds: boolean; text: string }[] = []
    for (const [name, path] of Object.entries(paths)) {
      signal.throwIfAborted()
      say(`reads: ${name}`)
      const taken: [number[], number[]] = [[], []]
      for (let turn = -3; turn < (name === 'explain' ? 3 : times); turn += 1) {
        for (const [who, token] of tokens.entries()) {
          const ms = await timeOf(`${world.url}${path}`, token)
          if (turn >= 0) taken[who]?.push(ms)
        }
      }
      const [less, more] = taken.map((one) => timing(one).p50)
      const ratio = (more ?? Number.NaN) / (less ?? Number.NaN)
      rows.push([name, (less ?? 0).toFixed(1), (more ?? 0).toFixed(1), ratio.toFixed(2)])
      if (walks.includes(name)) continue
      verdicts.push({
        holds: ratio <= goal,
        text: `${name} takes ${ratio.toFixed(2)} × as long, goal ≤ ${goal}`,
      })
    }
    return {
      title: `reading what ${few} and ${many} answers have come to`,
      rows: [['p50 in ms', `${few} answers`, `${many} answers`, '×'], ...rows],
      verdicts,
    }
  },
}

const fill = ({ sql, env }: ProgressWorld, size: number) =>
  fillLog(sql, {
    size,
    learners: 1,
    questions,
    secret: env.PERSONAL_DATA_SECRET ?? '',
  })

/** The bank as known to the service, and some bookmarks in it. */
async function openQuestions({ sql }: ProgressWorld, learnerIds: readonly string[]): Promise<void> {
  await sql.query(`
    insert into answer_key (question_id, version, title, type, difficulty, options, explanation, category)
    select distinct question_id, 1, 'Four timers, one variable', 'multiple-choice', 'intermediate', '[]'::jsonb, '', 'Category 1'
    from learner_question on conflict do nothing`)
  await sql.query(`
    insert into bank_question (question_id, version, is_open)
    select question_id, 1, true from answer_key on conflict do nothing`)
  await sql.query(
    `insert into learner_bookmark (learner_id, question_id)
     select id, question_id from unnest($1::text[]) as id, (select question_id from answer_key limit $2) as chosen`,
    [learnerIds, bookmarks],
  )
}

async function timeOf(url: string, token: string): Promise<number> {
  const begun = performance.now()
  const reply = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, 'x-request-id': randomUUID() },
  })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${url} returned ${reply.status}`)
  return performance.now() - begun
}
