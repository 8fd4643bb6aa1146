import { seededRandom, selectAdaptive, steeredChance } from '@rehearse/contracts/adaptive'
import { openEventLog } from '@rehearse/event-store'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import { storeAnswerKeys } from '../question-copies/question-repository.ts'
import { foldDifficulty } from '../read-models/follow-difficulty.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import type { Db } from '../tables.ts'
import { answerEvent } from '../testing/answer-event.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { questionSnapshot } from '../testing/progress-service.ts'
import { readCandidates, readTarget, selectNext } from './queries.ts'

/*
 * Simulated learners practice in three sessions of twenty questions, with the projections and queries of the service but
 * without HTTP. Their answers follow the Rasch model with difficulties and abilities that the service doesn't know: labels
 * are misleading by a deviation of 0.8, and topics correlate with 0.7. `npm run test:deep` has 999 learners.
 */
const learnerCount = Number(process.env.SIMULATED_LEARNERS ?? 40)
const isLong = learnerCount >= 999
const sessions = 3
const sessionLength = 20
/** Learners who practice at the same time. */
const groupSize = Math.ceil(learnerCount / 3)
const topics = ['CSS', 'HTML', 'JavaScript']
const labels = ['beginner', 'intermediate', 'advanced'] as const
const centers = { beginner: -1.4, intermediate: -0.7, advanced: 0.3 }

const random = seededRandom('simulation')
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const bank = Array.from({ length: 480 }, (_, at) => {
  const difficulty = labels[at % 3] ?? 'beginner'
  return {
    questionId: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    category: topics[Math.floor(at / 3) % topics.length] ?? '',
    difficulty,
    b: centers[difficulty] + 0.8 * normal(),
  }
})
const byId = new Map(bank.map((question) => [question.questionId, question]))
const learners = Array.from({ length: learnerCount }, (_, at) => {
  const general = Math.sqrt(0.7) * normal()
  return {
    id: `learner-${String(at).padStart(3, '0')}`,
    abilities: new Map(topics.map((topic) => [topic, general + Math.sqrt(0.3) * normal()])),
    results: [] as boolean[],
  }
})
type Learner = (typeof learners)[number]

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
let db: Db
beforeAll(async () => {
  const { databaseUrl } = await progressDatabase('progress_simulation')
  db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }) })
  await storeAnswerKeys(
    db,
    bank.map(({ b: _, ...question }) => questionSnapshot(question)),
  )
  await sql`
    insert into bank_question (question_id, version, is_open)
    select question_id, version, true from answer_key on conflict do nothing`.execute(db)
})
afterAll(() => db.destroy())

const start = Date.parse('2026-11-20T08:00:00Z')
const now = new Date('2026-11-21T12:00:00Z')

async function select({ id }: Learner, seed: string): Promise<string[]> {
  const input = { graded: true, topics: null, now }
  const candidates = await readCandidates(db, id, input)
  if (candidates === null)
    return (await selectNext(db, id, { ...input, count: sessionLength, seed })).questionIds
  const { wanted, recent } = await readTarget(db, id)
  return selectAdaptive(candidates, {
    count: sessionLength,
    wanted: steeredChance(wanted, recent),
    random: seededRandom(seed),
  }).map(({ questionId }) => questionId)
}

function answer(learner: Learner, questionId: string) {
  const { category = '', difficulty = 'beginner', b = 0 } = byId.get(questionId) ?? {}
  const isCorrect = random() < 1 / (1 + Math.exp(b - (learner.abilities.get(category) ?? 0)))
  const answeredAt = new Date(start + learner.results.length * 60_000).toISOString()
  learner.results.push(isCorrect)
  return answerEvent({ learnerId: learner.id, questionId, category, difficulty, isCorrect, answeredAt })
}

const headsOf = (database: Db, group: readonly Learner[]) =>
  log.reader(database).heads(group.map(({ id }) => learnerStream(id)))

async function practice(group: readonly Learner[], session: number): Promise<void> {
  const writes: { learner: Learner; events: ReturnType<typeof answer>[] }[] = []
  for (const learner of group) {
    const ids = await select(learner, `${learner.id} ${session}`)
    writes.push({ learner, events: ids.map((id) => answer(learner, id)) })
  }
  await db.transaction().execute(async (trx) => {
    const heads = await headsOf(db, group)
    await log.append(
      trx,
      writes.map(({ learner, events }) => {
        const streamId = learnerStream(learner.id)
        const { version = 0, wrappedKey = null } = heads.get(streamId) ?? {}
        return { streamId, expectedVersion: version, wrappedKey, events }
      }),
    )
  })
  await new ReadModels(db, log).reachEnd()
  while ((await foldDifficulty(db, log)) > 0);
}

test('learners answer about the wanted share correctly, and predictions are calibrated', async () => {
  for (let first = 0; first < learnerCount; first += groupSize) {
    for (let session = 0; session < sessions; session += 1) {
      await practice(learners.slice(first, first + groupSize), session)
    }
  }
  const shares = learners.map(
    ({ results }) => results.slice(sessionLength).filter(Boolean).length / (2 * sessionLength),
  )
  const near = shares.filter((share) => share >= 0.7 && share <= 0.9).length / learnerCount
  const { rows } = await sql<{ n: number; predicted: number; correct: number }>`
    select count(*)::int as n, avg(chance) as predicted, avg(correct::int)::float8 as correct from item_prediction
    group by least(9, floor(chance * 10))`.execute(db)
  const all = rows.reduce((sum, { n }) => sum + n, 0)
  const error = rows.reduce((sum, bin) => sum + bin.n * Math.abs(bin.predicted - bin.correct), 0) / all
  process.stdout.write(
    `${learnerCount} learners: ${near} near 80 % at answers 21 to 60, calibration error ${error}\n`,
  )
  expect(all).toBe(learnerCount * sessions * sessionLength)
  expect(near).toBeGreaterThanOrEqual(isLong ? 0.85 : 0.6)
  expect(error).toBeLessThanOrEqual(isLong ? 0.03 : 0.06)
}, 1_800_000)
