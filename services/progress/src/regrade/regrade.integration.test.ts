import { randomUUID } from 'node:crypto'
import {
  answerRegradedSubject,
  type HistoryEntry,
  type Notice,
  type Progress,
  type QuestionSnapshot,
} from '@rehearse/contracts'
import { buildShadow, compare, dropShadow, openEventLog } from '@rehearse/event-store'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { storePathSteps } from '../question-copies/definition-repository.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import { projections, shadowOf } from '../read-models/projections.ts'
import type { Db } from '../tables.ts'
import { type Call, caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import {
  type ProgressService,
  questionCreatedMessage,
  questionSnapshot,
  startProgressService,
} from '../testing/progress-service.ts'
import { regradePage } from './repository.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
let database: TestDatabase
let service: ProgressService
let owner: Db
let admin: Call
beforeAll(async () => {
  const [made, nats] = await Promise.all([progressDatabase('progress_regrades'), testNats()])
  database = made
  service = await startProgressService(database, nats.url)
  admin = await caller(service, randomUUID(), 'admin')
  owner = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: made.ownerUrl }) }),
  })
  await service.publishBadge({ badgeId: 'twenty', rule: { measure: 'points', atLeast: 20 } })
})
afterAll(async () => {
  await owner.destroy()
  await service.close()
})

const options = (right: string) => ['a', 'b'].map((id) => ({ id, text: id, isCorrect: id === right }))
let question: QuestionSnapshot
beforeEach(async () => {
  question = await service.publishQuestion({ options: options('a') })
})
const correctKey = () =>
  service.publishQuestion({ questionId: question.questionId, version: 2, options: options('b') })

interface Outcome {
  status: 'planned' | 'running' | 'done'
  keyVersion: number
  code?: string
  changes: {
    answers: number
    learners: number
    points: number
    badges: number
    gains: PointsOfLearners
    losses: PointsOfLearners
  }
}
interface PointsOfLearners {
  points: number
  learners: number
}
const regrade = (body: object) =>
  admin<Outcome>(`/api/admin/progress/questions/${question.questionId}/regrade`, { version: 1, ...body })
const whenCorrected = () => vi.waitFor(async () => expect((await regrade({})).body.keyVersion).toBe(2))

const newLearner = () => caller(service, randomUUID())
const answer = async (call: Call, option: string, changes: object = {}) => {
  const { status } = await call('/api/progress/save', {
    answerId: randomUUID(),
    questionId: question.questionId,
    questionVersion: 1,
    selectedOptionIds: [option],
    timeSpent: 12,
    ...changes,
  })
  expect(status).toBe(200)
}
const progressOf = async (call: Call) =>
  (await call<{ progress: Progress }>('/api/progress/get')).body.progress

async function differences() {
  await new ReadModels(owner, log).reachEnd()
  const shadow = shadowOf(projections, { name: 'regrade_test', revision: '1' })
  await buildShadow(log, owner, shadow)
  const found = await compare(log, owner, shadow)
  await dropShadow(owner, shadow.name)
  return found
}

test('does what the dry run reports: changes points, keeps streak and badges, and notifies the learner', async () => {
  const [wrong, right, twice] = await Promise.all([newLearner(), newLearner(), newLearner()])
  await answer(wrong, 'b')
  await answer(right, 'a')
  await answer(twice, 'b')
  await answer(twice, 'b')
  const other = await service.publishQuestion()
  await answer(twice, 'a', { questionId: other.questionId })
  const before = await progressOf(right)
  expect(before.achievements.totalPoints).toBe(10)
  await correctKey()
  await whenCorrected()

  const planned = await regrade({ dryRun: true })
  // Intermediate: 10 points at the first attempt, 8 at the second; the learner who reaches 28 points gets 25 for a
  // badge.
  expect(planned.body).toMatchObject({
    status: 'planned',
    changes: {
      answers: 4,
      learners: 3,
      points: 10 - 10 + 18 + 25,
      gains: { points: 10 + 18 + 25, learners: 2 },
      losses: { points: 10, learners: 1 },
      badges: 1,
    },
  })
  expect((await progressOf(wrong)).correctAnswers).toBe(0)

  const done = await regrade({ dryRun: false })
  expect(done.body).toMatchObject({ status: 'done', changes: planned.body.changes })
  expect(await progressOf(wrong)).toMatchObject({ correctAnswers: 1, accuracy: 100, currentStreak: 1 })
  expect(await progressOf(right)).toMatchObject({
    correctAnswers: 0,
    currentStreak: 1,
    achievements: { totalPoints: 0 },
  })
  const after = await progressOf(twice)
  expect(after).toMatchObject({ correctAnswers: 3, sectionProgress: [{ correctAnswers: 3 }] })
  expect(after.achievements.badges.map(({ id }) => id)).toEqual(['twenty'])

  const { body: history } = await wrong<{ history: HistoryEntry[] }>('/api/progress/history')
  expect(history.history[0]).toMatchObject({ answeredCorrectly: true, points: 10 })
  const { body: listed } = await right<{ notices: Notice[] }>('/api/progress/notices')
  expect(listed.notices).toMatchObject([
    { type: 'answer-regraded', wasCorrect: true, isCorrect: false, points: -10, title: question.title },
  ])
  expect((await service.heard(answerRegradedSubject)).length).toBeGreaterThanOrEqual(4)
  const { body: reviews } = await right<{ reviews: unknown[] }>('/api/progress/reviews')
  expect(reviews.reviews).toHaveLength(1)
  expect(await differences()).toEqual([])
})

test('keeps an earned badge, even if the points no longer suffice', async () => {
  const learner = await newLearner()
  for (const _ of [1, 2, 3]) await answer(learner, 'a')
  const before = await progressOf(learner)
  expect(before.achievements.badges).toHaveLength(1)
  await correctKey()
  await whenCorrected()
  await regrade({ dryRun: false })
  const after = await progressOf(learner)
  expect(after.achievements.badges).toEqual(before.achievements.badges)
  expect(after).toMatchObject({ achievements: { totalPoints: 25 }, currentStreak: 1 })
})

test('regrades each answer once when requested twice and run by two workers', async () => {
  const learners = await Promise.all(Array.from({ length: 6 }, newLearner))
  await Promise.all(learners.map((learner) => answer(learner, 'b')))
  await correctKey()
  await whenCorrected()
  const replies = await Promise.all([
    regrade({ dryRun: false }),
    regrade({ dryRun: false }),
    regradePage(owner, log, new ReadModels(owner, log)),
    regradePage(owner, log, new ReadModels(owner, log)),
  ])
  expect(replies.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }])
  const again = await regrade({ dryRun: false })
  expect(again.body).toMatchObject({ status: 'done', changes: { answers: 6, learners: 6, points: 60 } })
  for (const learner of learners) {
    expect((await progressOf(learner)).achievements.totalPoints).toBe(10)
  }
  expect((await regrade({ dryRun: true })).body.changes).toMatchObject({ answers: 0, learners: 0 })

  // Another replica may have checked before the list of answers was up to date.
  await sql`update item_answer set correct = false where question_id = ${question.questionId}`.execute(owner)
  const late = await regrade({ dryRun: false })
  expect(late.body).toMatchObject({ status: 'done', changes: again.body.changes })
  await sql`update item_answer set correct = true where question_id = ${question.questionId}`.execute(owner)
})

test('resumes after an interruption while recording, and regrades each answer once', async () => {
  const learners = await Promise.all(Array.from({ length: 4 }, newLearner))
  await Promise.all(learners.map((learner) => answer(learner, 'b')))
  await correctKey()
  await whenCorrected()
  const holder = new pg.Client({ connectionString: database.superuserUrl })
  await holder.connect()
  await holder.query(`begin; select pg_advisory_xact_lock(hashtext('event_log'))`)
  const cutOff = regrade({ dryRun: false })
  await vi.waitFor(async () => {
    const { rows } = await holder.query(`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
    expect(rows).toHaveLength(1)
  })
  await holder.query('rollback')
  await holder.end()
  await cutOff
  await vi.waitFor(async () => expect((await regrade({ dryRun: false })).body.status).toBe('done'))
  expect((await regrade({ dryRun: false })).body.changes).toMatchObject({
    answers: 4,
    learners: 4,
    points: 40,
  })
  for (const learner of learners) {
    expect((await progressOf(learner)).achievements.totalPoints).toBe(10)
  }
  expect(await differences()).toEqual([])
})

test('corrects answers from before a reset in history without changing stats', async () => {
  const learner = await newLearner()
  await answer(learner, 'a')
  await learner('/api/progress/reset', { scope: 'all' })
  await correctKey()
  await whenCorrected()
  expect((await regrade({ dryRun: false })).body.changes).toMatchObject({
    answers: 1,
    points: 0,
    gains: { points: 0, learners: 0 },
    losses: { points: 0, learners: 0 },
  })
  expect(await progressOf(learner)).toMatchObject({ correctAnswers: 0, achievements: { totalPoints: 0 } })
  expect(await differences()).toEqual([])
})

test('finds an answer that arrived after the first request when repeated', async () => {
  const learner = await newLearner()
  await correctKey()
  await whenCorrected()
  await regrade({ dryRun: false })
  await answer(learner, 'b')
  expect((await regrade({ dryRun: false })).body.changes).toMatchObject({ answers: 1, points: 10 })
})

test('uses the newest key right after the correction, before its event arrives', async () => {
  const learner = await newLearner()
  await answer(learner, 'b')
  const corrected = { ...question, options: options('b') }
  service.bank.know(questionCreatedMessage({ ...corrected, version: 2 }))
  expect(await regrade({ dryRun: true })).toMatchObject({
    body: { keyVersion: 2, changes: { answers: 1, points: 10 } },
  })
  service.bank.know(questionCreatedMessage({ ...corrected, version: 3 }))
  expect(await regrade({ dryRun: false })).toMatchObject({
    body: { status: 'done', keyVersion: 3, changes: { answers: 1, points: 10 } },
  })
})

test('completes a step that lacked only this answer', async () => {
  const sectionId = randomUUID()
  const place = { sectionId, learningPath: 'css-practice', options: options('a') }
  const other = await service.publishQuestion(place)
  question = await service.publishQuestion(place)
  const questionIds = [other.questionId, question.questionId]
  await storePathSteps(owner, {
    id: 'css-practice',
    steps: [{ id: sectionId, title: 'A step', questionIds }],
  })
  const learner = await newLearner()
  // In the other order, the section might be known without this question and already be complete.
  await answer(learner, 'b')
  await answer(learner, 'a', { questionId: other.questionId })
  const completed = async () => (await progressOf(learner)).learningPaths[0]?.completedSections
  expect(await completed()).toEqual([])
  await service.publishQuestion({ ...question, version: 2, options: options('b') })
  expect(await regrade({ dryRun: false })).toMatchObject({ body: { changes: { answers: 1 } } })
  expect(await completed()).toEqual([sectionId])
  expect(await differences()).toEqual([])
})

test('accepts a version that only the questions service knows yet', async () => {
  const unknown = questionSnapshot({ options: options('a') })
  service.bank.know(questionCreatedMessage(unknown))
  service.bank.know(questionCreatedMessage({ ...unknown, version: 2, options: options('b') }))
  expect(
    await admin(`/api/admin/progress/questions/${unknown.questionId}/regrade`, { version: 1 }),
  ).toMatchObject({ status: 200, body: { keyVersion: 2 } })
})

test('rejects other options, an unknown version or an unknown question', async () => {
  await service.publishQuestion({
    questionId: question.questionId,
    version: 2,
    options: [...options('b'), { id: 'c', text: 'c', isCorrect: false }],
  })
  await vi.waitFor(async () => expect((await regrade({})).body.code).toBe('options_differ'), {
    timeout: 60_000,
  })
  expect(await regrade({ version: 9 })).toMatchObject({ status: 404, body: { code: 'version_not_found' } })
  expect(await admin(`/api/admin/progress/questions/${randomUUID()}/regrade`, { version: 1 })).toMatchObject({
    status: 404,
  })
  expect((await regrade({ version: -1 })).status).toBe(400)
})
