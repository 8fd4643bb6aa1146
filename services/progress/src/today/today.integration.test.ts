import { randomUUID } from 'node:crypto'
import {
  type Interview,
  type PathState,
  type PlanProgress,
  placeSubjects,
  type QuestionSnapshot,
  type Today,
  type TodayPart,
} from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, localDay } from '../learner/days.ts'
import { type Call, caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

const soon = { timeout: 60_000 }
const paths = ['css-practice', 'react-practice'] as const
const steps = ['step-0', 'step-1'] as const
let service: ProgressService
/** Of both paths: four in each step. */
let stepped: QuestionSnapshot[]
/** In no step. */
let loose: QuestionSnapshot[]

/** The open questions that are design cases. */
let designs: ReadonlySet<string>
beforeAll(async () => {
  const [database, nats] = await Promise.all([progressDatabase('progress_today'), testNats()])
  service = await startProgressService(database, nats.url)
  const publish = (count: number, learningPath: string) =>
    Promise.all(
      Array.from({ length: count }, () =>
        service.publishQuestion({ learningPath, category: 'CSS', categoryId: 'css' }),
      ),
    )
  const [css, react, others] = [
    await publish(8, paths[0]),
    await publish(8, paths[1]),
    await publish(24, 'html-practice'),
  ]
  stepped = [...css, ...react]
  loose = others
  await definePath(paths[0], css)
  await definePath(paths[1], react)
  await defineChallenges(database.ownerUrl)
  const design: Partial<QuestionSnapshot> = {
    ...{ type: 'open-ended', options: [], sectionId: 'system-design', learningPath: 'system-design' },
  }
  const made = await Promise.all(Array.from({ length: 3 }, () => service.publishQuestion(design)))
  designs = new Set(made.map(({ questionId }) => questionId))
})
beforeEach(async () => {
  const ready = await caller(service, randomUUID())
  await expect
    .poll(async () => (await ready<{ total: number }>('/api/progress/next')).body.total, soon)
    .toBe(43)
  for (const path of paths) {
    await expect.poll(async () => (await ready(`/api/progress/paths/${path}`)).status, soon).toBe(200)
  }
})
afterAll(() => service.close())

async function definePath(id: string, questions: QuestionSnapshot[]): Promise<void> {
  const js = await service.bank.nats.jetstream()
  const data = {
    ...{ kind: 'learning-path', id, name: id, revision: 1 },
    steps: steps.map((stepId, at) => ({
      id: stepId,
      title: `Step ${at}`,
      questionIds: questions.slice(at * 4, at * 4 + 4).map(({ questionId }) => questionId),
      lessonWords: [600, 3_000][at],
    })),
  }
  const head = { id: randomUUID(), type: 'PlaceDefined', version: 1, occurredAt: new Date().toISOString() }
  await js.publish(
    placeSubjects.defined,
    JSON.stringify({ ...head, correlationId: null, causationId: null, data }),
  )
}

async function defineChallenges(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  for (const [order, challengeId] of ['tabs', 'curry', 'cart', 'tree'].entries()) {
    const category = order % 2 === 0 ? 'react' : 'javascript'
    const document = { challengeId, order, title: challengeId, category, difficulty: 'easy', kind: 'web' }
    await owner.query(
      `insert into definition (kind, id, revision, removed, document) values ('challenge', $1, 1, false, $2)`,
      [challengeId, { ...document, revision: 1, testIds: ['a'], maxScore: 1 }],
    )
  }
  await owner.end()
}

const solve = async ({ call }: History, challengeId: string | undefined) => {
  const result = { results: [{ testId: 'a', passed: true }], score: 1, maxScore: 1, completed: true }
  const attempt = { attemptId: randomUUID(), challengeId, code: { javascript: '1' }, timeSpent: 2, ...result }
  expect((await call('/api/progress/challenges', attempt)).status).toBe(200)
}

const finishMockInterview = async ({ call }: History) => {
  const at = new Date().toISOString()
  const setup = { role: 'react', level: 'mid', minutes: 20, readAloud: false, dictate: false }
  const interview = { setup, startedAt: at, endedAt: at, finishedAt: at, parts: [], given: [], position: 0 }
  const body = { ...interview, revision: 0 }
  const { status } = await call(`/api/progress/mock-interviews/${randomUUID()}`, body, { method: 'PUT' })
  expect(status).toBe(200)
}

/** A learner, and what they have read so far. */
interface History {
  learnerId: string
  call: Call
  read: Set<string>
}

const begin = async (): Promise<History> => {
  const learnerId = randomUUID()
  return { learnerId, call: await caller(service, learnerId), read: new Set() }
}

const readToday = async ({ call }: History): Promise<Today> => {
  const { status, body } = await call<{ today: Today }>('/api/progress/today')
  expect(status).toBe(200)
  return body.today
}

const answer = async ({ call }: History, questionId: string | undefined, isCorrect: boolean, daysAgo = 0) => {
  const answeredAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  const { status } = await call('/api/progress/save', {
    ...{ answerId: randomUUID(), questionId, timeSpent: 5, timeZone: 'UTC', answeredAt },
    selectedOptionIds: [isCorrect ? 'a' : 'b'],
  })
  expect(status).toBe(200)
}

const prefer = async (history: History, practice: { dailyGoal: number; learningPath: string | null }) => {
  await service.preferTimeZone(history.learnerId, 'UTC', 75, 'en', practice)
  await expect.poll(async () => (await readToday(history)).goal.target, soon).toBe(practice.dailyGoal)
}

type Step = (history: History) => Promise<void>

/** One thing that a learner may do. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ at: fc.nat(39), isCorrect: fc.boolean(), daysAgo: fc.constantFrom(0, 0, 0, 2, 9, 25) }).map(
    ({ at, isCorrect, daysAgo }): Step =>
      (history) =>
        answer(history, [...stepped, ...loose][at]?.questionId, isCorrect, daysAgo),
  ),
  fc.record({ path: fc.constantFrom(...paths), stepId: fc.constantFrom(...steps) }).map(
    ({ path, stepId }): Step =>
      async ({ call, read }) => {
        expect((await call(`/api/progress/paths/${path}/sections/${stepId}/read`, {})).status).toBe(200)
        read.add(`${path}/${stepId}`)
      },
  ),
  fc
    .record({
      days: fc.integer({ min: 1, max: 20 }),
      minutesPerDay: fc.constantFrom(5, 6, 10, 30, 60),
      learningPaths: fc.subarray([...paths], { minLength: 1 }),
      track: fc.option(fc.constant({ role: 'react', level: 'mid' })),
    })
    .map(
      ({ days, ...given }): Step =>
        async ({ call }) => {
          const date = addDays(localDay(new Date(), 'UTC'), days)
          const body = { ...given, date, timeZone: 'UTC' }
          expect((await call('/api/progress/interview', body, { method: 'PUT' })).status).toBe(200)
        },
    ),
  fc
    .record({
      dailyGoal: fc.constantFrom(1, 5, 10),
      learningPath: fc.constantFrom(null, ...paths),
    })
    .map(
      (practice): Step =>
        (history) =>
          prefer(history, practice),
    ),
  fc.constantFrom(2, 6).map(
    (dailyQuestions): Step =>
      async ({ call }) => {
        const planId = randomUUID()
        const plan = {
          planId,
          name: 'Plan',
          duration: 2,
          difficulty: 'Beginner',
          totalQuestions: 12,
          dailyQuestions,
        }
        expect((await call('/api/progress/plans', { ...plan, estimatedTime: '10 minutes' })).status).toBe(201)
        expect((await call(`/api/progress/plans/${planId}/start`, {})).status).toBe(200)
      },
  ),
  fc.constantFrom('tabs', 'curry', 'cart').map(
    (challengeId): Step =>
      (history) =>
        solve(history, challengeId),
  ),
  fc.constant<Step>(finishMockInterview),
  fc.constant<Step>(async (history) => {
    const [part] = (await readToday(history)).parts
    if (part) await doPart(history, part)
  }),
)

/** Follows the button of a part to its first item. */
async function doPart(history: History, { kind, to, why }: TodayPart): Promise<void> {
  const { call, read } = history
  const [address = '', search = ''] = to.split('?')
  if (kind === 'lesson') {
    const [, , path, stepId] = address.split('/')
    expect((await call(`/api/progress/paths/${path}/sections/${stepId}/read`, {})).status).toBe(200)
    read.add(`${path}/${stepId}`)
  } else if (kind === 'challenge') {
    await solve(history, address.split('/').at(-1))
  } else if (kind === 'mock-interview') {
    await finishMockInterview(history)
  } else if (kind === 'exam') {
    // It needs more graded answers than these histories have.
    return
  } else if (kind === 'cards') {
    const { reviews } = (await call<{ reviews: { questionId: string }[] }>(`/api/progress/reviews?${search}`))
      .body
    const review = { reviewId: randomUUID(), rating: 3 }
    expect((await call(`/api/progress/reviews/${reviews[0]?.questionId}`, review)).status).toBe(200)
  } else {
    const planId = why.by === 'plan' ? { learningMode: 'guided', planId: why.planId } : {}
    const questionId = (await questionsBehind(history, to))[0]
    const { status } = await call('/api/progress/save', {
      ...{ answerId: randomUUID(), questionId, timeSpent: 5, timeZone: 'UTC' },
      // Practice selects from all questions, design cases among them.
      ...(designs.has(questionId ?? '')
        ? { selectedOptionIds: [], isCorrect: true }
        : { selectedOptionIds: ['a'] }),
      ...planId,
    })
    expect(status).toBe(200)
  }
}

/** The questions that practice selects at an address. */
async function questionsBehind({ call }: History, to: string): Promise<string[]> {
  const search = new URLSearchParams(to.split('?')[1])
  if (search.get('mode') === 'interview') {
    return (await call<{ interview: Interview }>('/api/progress/interview')).body.interview.today.unseen
  }
  const questionId = search.get('question')
  if (questionId !== null) return [questionId]
  const pathId = search.get('learningPath')
  if (pathId !== null && search.has('step')) {
    const { body } = await call<PathState>(`/api/progress/paths/${pathId}`)
    const questions = body.steps.find(({ id }) => id === search.get('step'))?.questions ?? []
    return questions.filter(({ state }) => state !== 'correct').map(({ questionId }) => questionId)
  }
  return (await call<{ questionIds: string[] }>('/api/progress/next?count=20')).body.questionIds
}

/** What must be true of today after any history. */
async function requireAgreement(history: History): Promise<void> {
  const { call, read } = history
  const [today, { body: own }, { body: listed }] = [
    await readToday(history),
    await call<{ interview: Interview | null }>('/api/progress/interview'),
    await call<{ plans: PlanProgress[] }>('/api/progress/plans'),
  ]
  const { parts, goal, cards } = today
  const { interview } = own
  const isAhead = interview !== null && interview.daysLeft > 0
  const of = (...by: TodayPart['why']['by'][]) => parts.filter(({ why }) => by.includes(why.by))
  const sum = (some: readonly TodayPart[]) => some.reduce((total, { minutes }) => total + minutes, 0)

  // The parts add up to the whole, and to the first day of the plan.
  expect(today.minutes).toBeCloseTo(sum(parts), 6)
  if (isAhead) {
    expect(sum(of('interview', 'cards'))).toBeCloseTo(interview.days[0]?.minutes ?? 0, 6)
    expect(interview.today.minutes).toBeCloseTo(interview.days[0]?.minutes ?? 0, 6)
  }
  // A button leads to as many as it shows: cards exactly, questions at least one.
  for (const { kind, count, to } of parts) {
    const [address = '', search = ''] = to.split('?')
    if (kind === 'cards') {
      const page = await call<{ pagination: { totalCount: number } }>(`/api/progress/reviews?${search}`)
      expect(page.body.pagination.totalCount).toBe(count)
    } else if (kind === 'lesson') {
      const [, , path, stepId] = address.split('/')
      const { body } = await call<PathState>(`/api/progress/paths/${path}`)
      expect(body.steps.find(({ id }) => id === stepId)?.isRead).toBe(false)
    } else if (kind === 'questions' || kind === 'design') {
      const questions = await questionsBehind(history, to)
      expect(questions.length).toBeGreaterThan(0)
      if (to.includes('mode=interview') || to.includes('step=')) expect(questions).toHaveLength(count)
    }
  }
  // The number of due cards is the schedule's.
  const { body: due } = await call<{ pagination: { totalCount: number } }>('/api/progress/reviews')
  expect(cards.due).toBe(due.pagination.totalCount)
  expect(of('cards').every(({ why }) => why.by === 'cards' && why.due === cards.due)).toBe(true)
  // Done only if nothing that was assigned is left.
  if (parts.length === 0) {
    if (isAhead) expect(interview.today).toMatchObject({ activities: [], unseen: [], lessons: [], due: 0 })
    else expect([cards.due, goal.done >= goal.target]).toEqual([0, true])
  }
  for (const { state, days, currentDay, planId } of listed.plans) {
    const day = days.find((one) => one.day === currentDay)
    const isLeft = state === 'running' && day !== undefined && day.done < day.target
    expect(of('plan').some(({ why }) => why.by === 'plan' && why.planId === planId)).toBe(isLeft)
  }
  // The share that is covered, the minutes a day and the days agree.
  if (isAhead) {
    const { coverage, days, minutesPerDay } = interview
    expect(coverage.percent === 100).toBe(coverage.extraMinutesPerDay === 0)
    for (const { minutes, studyPlans, due: ofDay, unseen, lessons, activities } of days.slice(1)) {
      const ofPlans = studyPlans.reduce((total, plan) => total + plan.minutes, 0)
      if (coverage.percent < 100) expect(minutes + ofPlans).toBeGreaterThan(0)
      if (ofPlans > minutesPerDay) expect(minutes).toBe(0)
      else if (minutes + ofPlans > minutesPerDay + 1e-6)
        expect([unseen + lessons + activities.length, ofDay]).toEqual([1, 0])
    }
    const last = Math.max(0, ...parts.map((part) => part.minutes / (part.kind === 'lesson' ? 1 : part.count)))
    const most = Math.max(minutesPerDay, sum(of('plan')))
    expect(sum(parts)).toBeLessThanOrEqual(most + last + 1e-6)
  }
  // A lesson is read by reading it alone.
  for (const path of paths) {
    const { body } = await call<PathState>(`/api/progress/paths/${path}`)
    for (const { id, isRead, isCompleted } of body.steps) {
      expect(isRead).toBe(read.has(`${path}/${id}`))
      const isAsked = parts.some(({ to }) => to === `/learning-paths/${path}/${id}`)
      if (isAsked) expect([isRead, isCompleted]).toEqual([false, false])
    }
  }
}

test('today keeps its word after any history', async () => {
  let histories = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (taken) => {
      const history = await begin()
      histories += 1
      for (const take of taken) {
        await take(history)
        await requireAgreement(history)
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
  expect(histories).toBe(12)
})

test('following the buttons ends with nothing left', async () => {
  const history = await begin()
  await prefer(history, { dailyGoal: 5, learningPath: paths[0] })
  for (const { questionId } of loose.slice(0, 3)) await answer(history, questionId, true, 25)
  const kinds = []
  for (let [part] = (await readToday(history)).parts; part; [part] = (await readToday(history)).parts) {
    kinds.push(`${part.why.by} ${part.kind} ${part.count}`)
    await doPart(history, part)
    expect(kinds.length).toBeLessThan(30)
  }
  expect(kinds).toMatchInlineSnapshot(`
    [
      "course lesson 1",
      "course questions 4",
      "course questions 3",
      "course questions 2",
      "course questions 1",
      "course lesson 1",
      "course questions 4",
      "cards cards 3",
      "cards cards 2",
      "cards cards 1",
    ]
  `)
})

test('a track shows its plan before it is set, then asks for its parts until they are done', async () => {
  const history = await begin()
  const { call } = history
  const put = (changes: object) => {
    const date = addDays(localDay(new Date(), 'UTC'), 14)
    const body = { date, learningPaths: [paths[1]], minutesPerDay: 60, timeZone: 'UTC', ...changes }
    return call<{ interview: Interview }>('/api/progress/interview', body, { method: 'PUT' })
  }
  const track = { role: 'react', level: 'mid' }
  const { body: preview } = await put({ track, dryRun: true })
  expect(preview.interview).toMatchObject({ track, daysLeft: 14, calendar: { url: null } })
  expect((await call<{ interview: null }>('/api/progress/interview')).body.interview).toBeNull()
  expect((await call('/api/progress/reviews')).status).toBe(200)

  const { body: set } = await put({ track })
  const kinds = ({ days }: Interview) =>
    days.map(({ activities }) => activities.map(({ kind }) => kind).join())
  // Which questions are reserved is drawn again; everything else is as shown.
  expect(kinds(set.interview)).toEqual(kinds(preview.interview))
  expect(set.interview.reservedIds).toHaveLength(preview.interview.reservedIds.length)
  const week = ['challenge', 'challenge', 'design', 'challenge', '', 'mock-interview', '']
  // Four challenges and three design cases are there; the exam is in the last week.
  expect(kinds(set.interview)).toEqual([...week, 'challenge', '', 'design', '', 'exam', 'mock-interview', ''])

  const partsOf = async (kind: TodayPart['kind']) =>
    (await readToday(history)).parts.filter((part) => part.kind === kind)
  const [challenge] = await partsOf('challenge')
  expect(challenge).toMatchObject({ to: '/coding/tabs', title: 'tabs', count: 1, why: { by: 'interview' } })
  await solve(history, 'tabs')
  await finishMockInterview(history)
  await expect.poll(async () => (await partsOf('challenge')).length, soon).toBe(0)
  const after = (await call<{ interview: Interview }>('/api/progress/interview')).body.interview
  expect(kinds(after).slice(0, 7)).toEqual(['', 'challenge', 'design', 'challenge', '', '', ''])
  // Today has no time left: the challenge and the mock interview took it.
  expect(after.today.minutes).toBeLessThanOrEqual(set.interview.days[0]?.minutes ?? 0)

  // A change keeps what was done, and without a track nothing of it is asked for.
  const { body: shorter } = await put({ track, minutesPerDay: 45 })
  expect(kinds(shorter.interview).slice(0, 2)).toEqual(['', 'challenge'])
  const { body: without } = await put({})
  expect(without.interview.track).toBeNull()
  expect(kinds(without.interview).every((ofDay) => ofDay === '')).toBe(true)
  expect((await put({ track: { role: 'chef', level: 'mid' } })).status).toBe(400)
})

test('plans and what today asks for take the time that the learner takes', async () => {
  const history = await begin()
  const paceOf = async () => (await readToday(history)).pace
  expect(await paceOf()).toMatchObject({
    question: { minutes: 1.5, own: 0 },
    challenge: { minutes: { easy: 15 } },
  })
  for (const { questionId } of loose.slice(0, 10)) {
    const body = {
      answerId: randomUUID(),
      questionId,
      timeSpent: 45,
      timeZone: 'UTC',
      selectedOptionIds: ['a'],
    }
    expect((await history.call('/api/progress/save', body)).status).toBe(200)
  }
  // Ten answers of half the estimate, and the estimate for twenty.
  const minutes = (1.5 * (10 * 0.5 + 20)) / 30
  await expect.poll(async () => (await paceOf()).question, soon).toEqual({ minutes, own: 10, others: 0 })
  const { parts, goal } = await readToday(history)
  expect(goal.done).toBe(10)
  for (const part of parts)
    if (part.kind === 'questions') expect(part.minutes).toBeCloseTo(part.count * minutes)
  await solve(history, 'tabs')
  await expect.poll(async () => (await paceOf()).challenge.own, soon).toBe(1)
})
