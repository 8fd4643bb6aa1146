import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPace, storePopulationPace } from '../pace/repository.ts'
import type { Db } from '../tables.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import * as queries from './queries.ts'

const [learners, own] = [2_000, 30]
/** Of 5,000 questions. */
const question = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
const learnerId = 'learner-77'
const ids = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`)

let db: Db
const asked: CompiledQuery[] = []

beforeAll(async () => {
  const database = await progressDatabase('progress_interview_plans')
  const pool = new pg.Pool({ connectionString: database.databaseUrl })
  db = new Kysely({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(fill)
  await owner.query('analyze')
  await owner.end()
})
afterAll(() => db.destroy())

const fill = `
  insert into bank_question
  select ${question('n')}, 1, 'css', 'path-' || n % 20, null, true from generate_series(1, 5000) as n;
  insert into answer_key (question_id, version, title, type, difficulty, options, explanation, category, category_id)
  select ${question('n')}, 1, 'Title', 'multiple-choice', 'beginner', '[]', '', 'CSS', 'css'
  from generate_series(1, 5000) as n;
  insert into item_difficulty
  select ${question('n')}, 1, 'CSS', 0, 1, 10, 0, 1 from generate_series(1, 5000) as n;
  insert into path_step_question
  select 'path-' || n % 20, 'step-1', ${question('n')}, n from generate_series(1, 1000) as n;
  insert into definition
  select 'learning-path', 'path-' || n, 1, false, '{}' from generate_series(0, 19) as n;

  create temporary table asked as
  select 'learner-' || learner as learner_id, ${question('1 + (learner * 7 + n * 13) % 5000')} as question_id, n
  from generate_series(1, ${learners}) as learner, generate_series(1, ${own}) as n;
  insert into learner_question select learner_id, question_id, 1, 1, 1, now() from asked;
  insert into learner_answer
  select learner_id, now() - n * interval '1 hour', gen_random_uuid(), current_date, question_id, 1, 'CSS', 'CSS',
    'beginner', 1, true, 5
  from asked;
  insert into learner_card
  select learner_id, question_id, now() + n * interval '1 hour', 2, 3, 5, 1, 3, 0, 2, 0, now() - n * interval '1 hour'
  from asked;
  insert into learner_lesson
  select learner_id, 'path-' || n % 20, 'step-' || n, now() - n * interval '1 hour', 60 from asked;
  insert into learner_challenge_attempt
  select learner_id, now() - n * interval '1 hour', gen_random_uuid(), current_date, 'challenge-' || n, 'Tabs', 'css',
    'beginner', 1, 1, true, 600, 50
  from asked;
  insert into learner_mock_interview
  select learner_id, gen_random_uuid(), 1, 1, '', '', now(), now(), now() - n * interval '1 hour' from asked;
  insert into learner_totals
  select 'learner-' || n, ${own}, ${own}, 150, 0, 0, 0, null, now(), 'UTC' from generate_series(1, ${learners}) as n;
  insert into learner_reserved select learner_id, question_id from asked;
  insert into learner_forecast
  select learner_id, gen_random_uuid(), now(), array[question_id], 0.8, 0.7, 0.9 from asked where n < 5;
  insert into learner_interview
  select 'learner-' || n, current_date + 9, '{path-1}', 30, 'UTC', now(), current_date, now() + interval '9 days'
  from generate_series(1, ${learners}) as n;
  insert into learner_calendar select 'learner-' || n, 'token-' || n from generate_series(1, ${learners}) as n;
`

/** The plans of all statements that a call sends, with the rows that they read. */
async function plansOf(call: (db: Db) => Promise<unknown>): Promise<string[]> {
  asked.length = 0
  await call(db)
  const sent = asked.splice(0)
  const plans: string[] = []
  for (const { sql, parameters } of sent) {
    const explained = CompiledQuery.raw(`explain (analyze, timing off, costs off) ${sql}`, [...parameters])
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explained)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}

const now = new Date()
const since = new Date(now.getTime() - 86_400_000)
const end = new Date(now.getTime() + 86_400_000)
const paths = ['path-1']

describe('a learner’s interview reads the learner’s own rows', () => {
  test.each<[string, (db: Db) => Promise<unknown>]>([
    ['the interview', (db) => queries.findInterview(db, learnerId)],
    ['reserved questions', (db) => queries.readReservedIds(db, learnerId, now)],
    ['questions of paths', (db) => queries.readPathQuestions(db, learnerId, { ids, paths })],
    [
      'first answers of a day',
      (db) => queries.readFirstAnswers(db, learnerId, { day: now.toISOString().slice(0, 10), since }),
    ],
    ['times of reviews', (db) => queries.readReviewTimes(db, learnerId, since)],
    ['due cards', (db) => queries.readDueCards(db, learnerId, { now, end })],
    ['questions to reserve', (db) => queries.readReserveCandidates(db, learnerId, paths)],
    ['the state of a track', (db) => queries.readTrackState(db, learnerId, { since, timeZone: 'UTC' })],
    ['the pace', (db) => readPace(db, learnerId)],
    ['questions of some paths', (db) => queries.readGradedQuestions(db, paths)],
    ['the whole bank', (db) => queries.readGradedQuestions(db, null)],
    ['mock exams', (db) => queries.readForecasts(db, learnerId)],
    ['a mock exam', (db) => queries.findExam(db, learnerId, ids[0] ?? '')],
    ['an open mock exam', (db) => queries.findOpenExam(db, learnerId)],
    ['the token of a calendar', (db) => queries.findToken(db, learnerId)],
    ['the learner of a token', (db) => queries.findLearnerOfToken(db, 'token-5')],
    ['removing a token', (db) => queries.removeToken(db, learnerId)],
  ])('%s', async (_name, call) => {
    const plans = await plansOf(call)
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on (learner_|item_)/)
      for (const [, rows] of plan.matchAll(/ on learner_.*\(actual rows=([\d.]+)/g)) {
        expect(Number(rows), plan).toBeLessThanOrEqual(own)
      }
    }
  })
})

test('open questions are found by their ids', async () => {
  const plans = await plansOf((db) => queries.readOpen(db, ids))
  expect(plans).toHaveLength(1)
  expect(plans[0]).toMatch(/Index (Only )?Scan .*on bank_question/)
})

test('the pace of all learners is measured once an hour, from a hundred of them', async () => {
  const read = () => db.selectFrom('population_pace').selectAll().orderBy('kind').execute()
  await storePopulationPace(db)
  const measured = await read()
  expect(
    measured.map(({ kind, factor, times }) => [kind, Math.round(factor * 1_000) / 1_000, times]),
  ).toEqual([
    // Ten minutes for a challenge of 15, and answers of five seconds: 90 are estimated.
    ['challenge', 0.667, 100 * own],
    ['question', 0.056, 100 * own],
  ])
  // An own pace without own times is that of all learners.
  const { question } = await readPace(db, 'someone-new')
  expect(question).toMatchObject({ own: 0, others: 100 * own })
  expect(question.minutes).toBeCloseTo((1.5 * (3_000 * (5 / 90) + 20)) / 3_020)
  await storePopulationPace(db)
  expect(await read()).toEqual(measured)
})
