import pg from 'pg'
import type { LoadBenchmark } from '../src/load-benchmark.ts'
import { type LoadResult, median, putLoad } from '../src/put-load.ts'
import { withWorld } from '../src/world.ts'
import { answerTo, makeQuestions, signUp } from './answers.ts'

const goal = 1.2
const connections = 64

/** What an answer costs when the log is long, against what it costs when it is short. */
export const growth: LoadBenchmark = {
  name: 'growth',
  run: async ({ rounds, seconds, short, say, signal }) => {
    const sizes = short ? [100_000, 1_000_000] : [100_000, 10_000_000]
    const results: LoadResult[][] = []
    let indexes = ''
    await withWorld(async (world) => {
      const questionIds = await makeQuestions(world, 200)
      const tokens = await signUp(world, 16)
      const address = new URL(world.platform.postgresUrl)
      address.pathname = '/progress'
      const client = new pg.Client({ connectionString: address.href })
      await client.connect()
      for (const size of sizes) {
        say(`growth: the log at ${size} events`)
        await growTo(client, size)
        const taken: LoadResult[] = []
        // The first warms up and doesn't count.
        for (let round = 0; round <= rounds; round += 1) {
          signal.throwIfAborted()
          say(`growth: ${size} events, round ${round} of ${rounds}`)
          const result = await putLoad({
            url: `${world.platform.innerUrls.progress}/api/progress/save`,
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            tokens,
            body: () => JSON.stringify(answerTo(questionIds)),
            connections,
            seconds,
          })
          if (round > 0) taken.push(result)
        }
        results.push(taken)
      }
      indexes = await sizesOf(client)
      await client.end()
    }, signal)
    const rates = results.map((taken) => median(taken.map(({ perSecond }) => perSecond)))
    const cost = (rates[0] ?? Number.NaN) / (rates[1] ?? Number.NaN)
    return {
      title: `saving answers into a long log (${indexes})`,
      rows: [
        ['events in the log', 'answers a second', 'p50 ms', 'p99 ms'],
        ...results.map((taken, n) => [
          String(sizes[n]),
          (rates[n] ?? 0).toFixed(0),
          median(taken.map(({ p50 }) => p50)).toFixed(1),
          median(taken.map(({ p99 }) => p99)).toFixed(1),
        ]),
      ],
      verdicts: [
        { holds: cost <= goal, text: `an answer costs ${cost.toFixed(2)} × as much, goal ≤ ${goal}` },
      ],
    }
  },
}

/** Events of others, which readers of the log have dealt with already. */
async function growTo(client: pg.Client, size: number): Promise<void> {
  const { rows } = await client.query('select count(*)::int as count from event')
  const missing = size - rows[0].count
  for (let done = 0; done < missing; done += 500_000) {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('event_log'))`)
    await client.query('lock table checkpoint in share row exclusive mode')
    await client.query(
      `insert into event (stream_id, stream_version, event_id, type, schema_version, data, personal, metadata)
       select 'ballast-' || gen_random_uuid(), 1, gen_random_uuid(), 'Ballast', 1,
         jsonb_build_object('text', repeat('x', 450)), decode(repeat('00', 220), 'hex'), '{}'
       from generate_series(1, $1)`,
      [Math.min(500_000, missing - done)],
    )
    await client.query('update checkpoint set position = (select max(global_position) from event)')
    await client.query('commit')
  }
  await client.query('vacuum analyze event')
  await client.query('checkpoint')
}

async function sizesOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ index: string; size: string }>(`
    select indexrelid::regclass::text as index, pg_size_pretty(pg_relation_size(indexrelid)) as size
    from pg_index where indrelid = 'event'::regclass order by pg_relation_size(indexrelid) desc`)
  return rows.map(({ index, size }) => `${index} ${size}`).join(', ')
}
