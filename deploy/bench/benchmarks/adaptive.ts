import type pg from 'pg'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { storeQuestions } from '../src/fill-databases.ts'
import { openProgressWorld } from '../src/progress-world.ts'
import { median, ratioInterval } from '../src/statistics.ts'
import { saveRepeatedly } from './answers.ts'

const connections = 64
/** Enough learners and questions that most answers are first answers, the only ones that count. */
const learners = 5_000
const questions = 500
const warmUp = 20_000

/** Answers saved per second while difficulties are fitted, compared with the same without: pairs in turn. */
export const adaptive: LoadBenchmark = {
  name: 'adaptive',
  run: async ({ seconds, short, say, signal }) => {
    await using stack = new AsyncDisposableStack()
    const { url, sql, identity } = await openProgressWorld(stack)
    say('adaptive: questions and learners')
    const questionIds = await storeQuestions(sql, questions)
    const tokens = await Promise.all(
      Array.from({ length: learners }, () => identity.token('learner', { expiresIn: 36_000 })),
    )
    const save = () => saveRepeatedly(url, { tokens, questionIds, connections, seconds: seconds / 2 })
    say('adaptive: warming up')
    for (let saved = 0; saved < warmUp; ) saved += (await save()).accepted
    const pairs = short ? 5 : 20
    const taken: { without: number; with: number }[] = []
    for (let pair = 1; pair <= pairs; pair += 1) {
      const rates = { without: 0, with: 0 }
      // In this order whatever grows over a pair affects both alike.
      for (const half of ['without', 'with', 'with', 'without'] as const) {
        signal.throwIfAborted()
        say(`adaptive: pair ${pair} of ${pairs}, ${half} fits`)
        const resume = half === 'without' ? await pause(sql) : () => {}
        rates[half] += (await save()).perSecond / 2
        await resume()
      }
      taken.push(rates)
    }
    const interval = ratioInterval(taken.map((rates) => rates.with / rates.without))
    const { rows } = await sql.query<{ predictions: number; fits: number }>(
      'select (select count(*) from item_prediction) as predictions, (select count(*) from topic_fit where fitted > 0) as fits',
    )
    return {
      title: 'saving answers while difficulties are fitted',
      rows: [
        ['', 'answers/s'],
        ['without fits', median(taken.map((rates) => rates.without)).toFixed(0)],
        ['with fits', median(taken.map((rates) => rates.with)).toFixed(0)],
        ['first answers predicted', String(rows[0]?.predictions)],
        ['topics fitted', String(rows[0]?.fits)],
      ],
      verdicts: [
        {
          holds: interval.to >= 1,
          text: `${interval.mean.toFixed(3)} × as many answers with fits, 95 % interval ${interval.from.toFixed(3)} to ${interval.to.toFixed(3)}, goal: it reaches 1`,
        },
      ],
    }
  },
}

/** Far beyond the end of any log: nothing is left to fold. */
const beyond = '1000000000000000'

/**
 * Lets the projection see the end of the log.
 * @returns a function that lets it go on from where it was, with a backlog, so that it works as much as it may
 */
async function pause(sql: pg.Client): Promise<() => Promise<void>> {
  await sql.query('begin')
  // Waits for a batch that is being folded.
  const { rows } = await sql.query("select position from checkpoint where name = 'difficulty' for update")
  await moveTo(beyond)
  await sql.query('commit')
  return () => moveTo(rows[0].position)

  async function moveTo(position: string): Promise<void> {
    await sql.query("update checkpoint set position = $1 where name = 'difficulty'", [position])
  }
}
