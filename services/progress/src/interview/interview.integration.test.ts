import { randomUUID } from 'node:crypto'
import {
  type ForecastTest,
  type Interview,
  type MockExam,
  placeSubjects,
  type QuestionSnapshot,
  reservedQuestionsReply,
  reservedQuestionsSubject,
  type TopicForecast,
} from '@rehearse/contracts'
import { ask } from '@rehearse/service-kit'
import { testNats } from '@rehearse/testing/test-nats'
import ICAL from 'ical.js'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseLearner } from '../accounts/repository.ts'
import { addDays, localDay } from '../learner/days.ts'
import type { Db } from '../tables.ts'
import { type Call, caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

const path = 'css-practice'
const soon = { timeout: 60_000 }
const css = { category: 'CSS', categoryId: 'css' }
let service: ProgressService
let owner: pg.Client
let databaseUrl: string
/** In the two steps of the path, four each. */
let stepped: QuestionSnapshot[]
/** In no step: 36 in two topics. */
let loose: QuestionSnapshot[]
/** Of another path, without steps. */
let others: QuestionSnapshot[]
/** Of a path whose questions are all in steps: five about CSS and one about security, and a loose one about security. */
let basics: QuestionSnapshot[]

beforeAll(async () => {
  const [database, nats] = await Promise.all([progressDatabase('progress_interview'), testNats()])
  databaseUrl = database.databaseUrl
  service = await startProgressService(database, nats.url)
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const publish = (count: number, changes: Partial<QuestionSnapshot>) =>
    Promise.all(
      Array.from({ length: count }, (_, at) =>
        service.publishQuestion({
          ...(at % 2 === 0 ? css : { category: 'HTML', categoryId: 'html' }),
          ...changes,
        }),
      ),
    )
  stepped = await publish(8, { learningPath: path })
  loose = await publish(36, { learningPath: path })
  others = await publish(40, { learningPath: 'html-practice' })
  await publish(2, { learningPath: path, type: 'open-ended', options: [] })
  const security = { category: 'Security', categoryId: 'security' }
  basics = [
    ...(await publish(5, { learningPath: 'basics', ...css })),
    ...(await publish(1, { learningPath: 'basics', ...security })),
  ]
  await publish(1, { learningPath: 'security', ...security })
  await definePath('basics', 'Basics', [basics])
  await definePath(path, 'CSS practice', [stepped.slice(0, 4), stepped.slice(4)])
  await definePath('html-practice', 'HTML practice', [])
  await definePath('empty-path', 'Empty path', [])
})
afterAll(async () => {
  await owner.end()
  await service.close()
})

async function definePath(id: string, name: string, steps: QuestionSnapshot[][]): Promise<void> {
  const js = await service.bank.nats.jetstream()
  const data = {
    ...{ kind: 'learning-path', id, name, revision: 1 },
    steps: steps.map((questions, at) => ({
      id: `step-${at}`,
      title: `Step ${at}`,
      questionIds: questions.map(({ questionId }) => questionId),
      lessonWords: 600,
    })),
  }
  const head = { id: randomUUID(), type: 'PlaceDefined', version: 1, occurredAt: new Date().toISOString() }
  await js.publish(
    placeSubjects.defined,
    JSON.stringify({ ...head, correlationId: null, causationId: null, data }),
  )
}

let learnerId: string
let call: Call
beforeEach(async () => {
  // Until the last of the questions and paths has arrived.
  const ready = await caller(service, randomUUID())
  await expect
    .poll(async () => (await ready('/api/progress/interview', input(), { method: 'PUT' })).status, soon)
    .toBe(200)
  await expect
    .poll(async () => (await ready<{ total: number }>('/api/progress/next')).body.total, soon)
    .toBe(93 - 30)
  learnerId = randomUUID()
  call = await caller(service, learnerId)
})

const today = (timeZone = 'UTC') => localDay(new Date(), timeZone)
const input = (changes: object = {}) => ({
  ...{ date: addDays(today(), 10), learningPaths: [path], minutesPerDay: 30, timeZone: 'UTC' },
  ...changes,
})
const set = async (changes: object = {}) => {
  const { status, body } = await call<{ interview: Interview; code?: string }>(
    '/api/progress/interview',
    input(changes),
    { method: 'PUT' },
  )
  return { status, ...body }
}
const get = async (query = '') =>
  (await call<{ interview: Interview | null }>(`/api/progress/interview${query}`)).body.interview
const remove = async (route: string) => {
  const token = await service.identity.token('learner', { id: learnerId })
  return fetch(`${service.url}${route}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
}
const answer = async (question: QuestionSnapshot | undefined, isCorrect = true) => {
  const { status } = await call('/api/progress/save', {
    ...{ answerId: randomUUID(), questionId: question?.questionId, timeSpent: 5, timeZone: 'UTC' },
    selectedOptionIds: [isCorrect ? 'a' : 'b'],
  })
  expect(status).toBe(200)
}
const eventsOf = async (id = learnerId) => {
  const { rows } = await owner.query(
    `select type from event where stream_id = $1 and (type like 'Interview%' or type like 'Forecast%')
     order by stream_version`,
    [`learner-${id}`],
  )
  return rows.map(({ type }) => type)
}
/** Enough graded answers for a forecast. */
const practice = async () => {
  for (const [at, question] of others.slice(0, 32).entries()) await answer(question, at % 4 > 0)
  await expect
    .poll(async () => {
      const { rows } = await owner.query(
        'select coalesce(sum(n), 0)::int as n from item_ability where respondent = $1',
        [learnerId],
      )
      return rows[0].n
    }, soon)
    .toBe(32)
}

test('plans the unseen questions and lessons of the paths, and the rest of today after answers', async () => {
  const { interview } = await set()
  expect(interview).toMatchObject({
    daysLeft: 10,
    learningPaths: [{ id: path, title: 'CSS practice' }],
    minutesPerDay: 30,
    timeZone: 'UTC',
    coverage: { percent: 100, unseenLeft: 8, lessonsLeft: 2, extraMinutesPerDay: 0 },
    learnUntil: addDays(today(), 6),
    calendar: { url: null },
  })
  expect(interview.days.map(({ date }) => date)).toEqual(
    Array.from({ length: 10 }, (_, at) => addDays(today(), at)),
  )
  const sum = (of: 'unseen' | 'lessons') => interview.days.reduce((total, day) => total + day[of], 0)
  expect([sum('unseen'), sum('lessons')]).toEqual([8, 2])
  expect(interview.today.lessons).toEqual([{ pathId: path, stepId: 'step-0', title: 'Step 0', minutes: 3 }])
  // An answer may come from free practice: the lesson is left until it is read.
  await answer(stepped[0])
  expect((await get())?.coverage).toMatchObject({ unseenLeft: 7, lessonsLeft: 2 })
  await call(`/api/progress/paths/${path}/sections/step-0/read`, { seconds: 200 })
  const after = await get()
  expect(after?.coverage).toMatchObject({ unseenLeft: 7, lessonsLeft: 1 })
  expect(after?.today).toMatchObject({ unseen: [], lessons: [] })
  expect(await call(`/api/progress/paths/${path}/sections/step-9/read`, {})).toMatchObject({ status: 404 })
})

test('states what does not fit, and the minutes that would', async () => {
  const { interview } = await set({ date: addDays(today(), 1), minutesPerDay: 5 })
  // Two lessons of 3 minutes and 8 questions are 18 minutes: a lesson and a question fit.
  expect(interview.coverage).toEqual({ percent: 25, unseenLeft: 8, lessonsLeft: 2, extraMinutesPerDay: 13 })
})

test('keeps 30 unseen questions, graded by the server and in no step, from every selection', async () => {
  const { interview } = await set({ learningPaths: [path, 'html-practice'] })
  const { reservedIds } = interview
  expect(reservedIds).toHaveLength(30)
  const free = [...loose, ...others].map(({ questionId }) => questionId)
  expect(reservedIds.every((id) => free.includes(id))).toBe(true)
  const offered = async () => {
    const [next, adaptive, unseen] = await Promise.all([
      call<{ questionIds: string[]; total: number }>('/api/progress/next?count=100'),
      call<{ questionIds: string[] }>('/api/progress/next?count=100&mode=adaptive'),
      call<{ questionIds: string[]; pagination: { totalCount: number } }>(
        '/api/progress/questions/by-status?status=unseen&pageSize=100',
      ),
    ])
    expect(unseen.body.pagination.totalCount).toBe(unseen.body.questionIds.length)
    return [next, adaptive, unseen].flatMap(({ body }) => body.questionIds)
  }
  const isKept = (id: string) => reservedIds.includes(id)
  expect((await offered()).filter(isKept)).toEqual([])
  const plan = interview.days.reduce((total, { unseen }) => total + unseen, 0)
  expect(plan).toBe(48 - others.filter(({ questionId }) => isKept(questionId)).length)
  // Ten answers are enough for adaptive selection.
  for (const question of stepped) await answer(question)
  for (const question of loose.filter(({ questionId }) => !isKept(questionId)).slice(0, 4))
    await answer(question)
  expect((await offered()).filter(isKept)).toEqual([])
  // An answer by a link releases its question, and clearing the date all of them.
  const [first, second] = reservedIds
  await answer([...loose, ...others].find(({ questionId }) => questionId === first))
  expect((await get())?.reservedIds).toEqual(reservedIds.slice(1))
  expect(await offered()).not.toContain(second)
  expect((await remove('/api/progress/interview')).status).toBe(200)
  expect(await offered()).toEqual(expect.arrayContaining(reservedIds.slice(1)))
})

test('reports the reserved questions to the questions service until they are answered', async () => {
  const ids = async () => {
    const reply = await ask(service.bank.nats, reservedQuestionsSubject, { learnerId }, 5_000)
    return reservedQuestionsReply.parse(reply).ids
  }
  expect(await ids()).toEqual([])
  await set()
  const [first, ...rest] = await ids()
  expect(rest).toHaveLength(29)
  await answer(loose.find(({ questionId }) => questionId === first))
  expect(await ids()).toEqual(rest)
})

test('releases the questions after the day of the interview', async () => {
  const { interview } = await set()
  await owner.query('update learner_interview set ends_at = now() where learner_id = $1', [learnerId])
  expect((await get())?.reservedIds).toEqual([])
  const { body } = await call<{ questionIds: string[] }>('/api/progress/next?count=100')
  expect(body.questionIds).toEqual(expect.arrayContaining(interview.reservedIds))
})

test('rejects dates, paths and zones that cannot be', async () => {
  const rejected: [object, string][] = [
    [{ date: today() }, 'invalid_interview_date'],
    [{ date: addDays(today(), -1) }, 'invalid_interview_date'],
    [{ date: addDays(today(), 366) }, 'invalid_interview_date'],
    [{ learningPaths: ['no-such-path'] }, 'invalid_learning_paths'],
    [{ learningPaths: [path, path] }, 'invalid_learning_paths'],
    [{ date: '2026-02-30' }, 'invalid_request'],
    [{ date: 'tomorrow' }, 'invalid_request'],
    [{ timeZone: 'Mars/Base' }, 'invalid_request'],
    [{ minutesPerDay: 4 }, 'invalid_request'],
    [{ minutesPerDay: 241 }, 'invalid_request'],
    [{ learningPaths: [] }, 'invalid_request'],
  ]
  for (const [changes, code] of rejected) {
    const { status, ...body } = await set(changes)
    expect([changes, status]).toEqual([changes, 400])
    if (code !== 'invalid_request') expect(body.code).toBe(code)
  }
  expect(await eventsOf()).toEqual([])
  expect(await get()).toBeNull()
  expect((await set({ date: addDays(today(), 365) })).status).toBe(200)
})

test('days are those of the zone that the learner is in', async () => {
  // Their clocks show the same time, a day apart, at every moment.
  const [ahead, behind] = ['Pacific/Kiritimati', 'Pacific/Honolulu']
  const date = addDays(today(behind), 1)
  expect((await set({ date, timeZone: ahead })).code).toBe('invalid_interview_date')
  await set({ date: addDays(today(ahead), 5), timeZone: ahead })
  expect((await get())?.daysLeft).toBe(5)
  expect(await get(`?timeZone=${behind}`)).toMatchObject({ daysLeft: 6, timeZone: behind })
  await call('/api/progress/save', {
    ...{ answerId: randomUUID(), questionId: stepped[0]?.questionId, timeSpent: 5, timeZone: behind },
    selectedOptionIds: ['a'],
  })
  expect(await get()).toMatchObject({ daysLeft: 6, timeZone: behind })
})

test('two devices: the same setting is recorded once, of different ones the last counts', async () => {
  const same = await Promise.all([set(), set(), set()])
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await eventsOf()).toEqual(['InterviewDateSet'])
  const different = await Promise.all([10, 20, 30].map((days) => set({ date: addDays(today(), days) })))
  expect(different.map(({ status }) => status)).toEqual([200, 200, 200])
  const days = (await get())?.daysLeft
  expect([10, 20, 30]).toContain(days)
  const { rows } = await owner.query('select count(*)::int from learner_interview where learner_id = $1', [
    learnerId,
  ])
  expect(rows[0].count).toBe(1)
  await Promise.all([remove('/api/progress/interview'), remove('/api/progress/interview')])
  expect((await eventsOf()).filter((type) => type === 'InterviewDateCleared')).toHaveLength(1)
  expect(await get()).toBeNull()
})

test('a reset keeps the interview and its reserve', async () => {
  const { interview } = await set()
  const token = await service.identity.token('learner', { id: learnerId })
  await answer(stepped[0])
  const { status } = await fetch(`${service.url}/api/progress/reset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'all' }),
  })
  expect(status).toBe(200)
  expect(await get()).toMatchObject({ date: interview.date, reservedIds: interview.reservedIds })
})

test('a path without questions is covered, and has no mock exam', async () => {
  await practice()
  const { interview } = await set({ learningPaths: ['empty-path'] })
  expect(interview).toMatchObject({
    coverage: { percent: 100, unseenLeft: 0, lessonsLeft: 0, extraMinutesPerDay: 0 },
    reservedIds: [],
  })
  const { status, body } = await call<{ code: string }>('/api/progress/forecast/exams', {
    examId: randomUUID(),
  })
  expect([status, body.code]).toEqual([409, 'forecast_unknown'])
})

interface Forecasts {
  overall: { chance: number; low: number; high: number; n: number } | null
  topics: TopicForecast[]
  tests: ForecastTest[]
}
const forecast = async () => (await call<Forecasts>('/api/progress/forecast')).body
const startExam = (examId = randomUUID(), count = 10) =>
  call<{ exam: MockExam; code?: string }>('/api/progress/forecast/exams', { examId, count })
const finishExam = ({ examId }: { examId: string }, answers: object[]) =>
  call<{
    exam: MockExam
    correct: number
    total: number
    results: { questionId: string; result: { isCorrect: boolean } | null }[]
    code?: string
  }>(`/api/progress/forecast/exams/${examId}/finish`, { answers })
const given = (questionId: string, isCorrect = true) => ({
  ...{ questionId, selectedOptionIds: [isCorrect ? 'a' : 'b'], timeSpent: 9 },
})

test('a forecast is unknown below 30 graded answers, and a mock exam tests it once', async () => {
  expect(await forecast()).toMatchObject({ overall: null, tests: [] })
  expect((await startExam()).body.code).toBe('no_interview')
  await set({ learningPaths: [path, 'html-practice'] })
  expect((await startExam()).body.code).toBe('forecast_unknown')
  expect((await forecast()).topics).toEqual(
    ['CSS', 'HTML'].map((topic) => ({ topic, n: 0, questions: 42, chance: null, low: null, high: null })),
  )
  await remove('/api/progress/interview')
  await practice()
  await set({ learningPaths: [path, 'html-practice'] })
  const { overall, topics } = await forecast()
  expect(overall?.n).toBe(32)
  expect(overall?.low).toBeLessThan(overall?.chance ?? 0)
  expect(overall?.high).toBeGreaterThan(overall?.chance ?? 1)
  // Of each topic there are only 16 answers.
  expect(topics.map(({ n, chance }) => [n, chance])).toEqual([
    [16, null],
    [16, null],
  ])

  const reserved = (await get())?.reservedIds ?? []
  const [first, second] = await Promise.all([startExam(), startExam()])
  expect(first.body.exam).toEqual(second.body.exam)
  const { exam } = first.body
  expect(exam.questionIds).toHaveLength(10)
  expect(exam.questionIds.every((id) => reserved.includes(id))).toBe(true)
  expect(exam.predicted).toBeGreaterThan(exam.low)
  expect(exam.predicted).toBeLessThan(exam.high)
  expect((await startExam()).body.exam.examId).toBe(exam.examId)
  // Changing the interview keeps the questions of an unfinished exam.
  const changed = await set({ learningPaths: ['html-practice'] })
  expect(changed.interview.reservedIds).toEqual(expect.arrayContaining(exam.questionIds))

  const [one, two, three, ...rest] = exam.questionIds as [string, string, string, ...string[]]
  expect((await finishExam(exam, [given(randomUUID())])).body.code).toBe('not_in_exam')
  expect((await finishExam(exam, [given(one), given(one)])).body.code).toBe('not_in_exam')
  expect((await finishExam({ examId: randomUUID() }, [])).status).toBe(404)
  const [finished, again] = await Promise.all([
    finishExam(exam, [given(one), given(two), given(three, false)]),
    finishExam(exam, [given(one), given(two), given(three, false)]),
  ])
  expect(finished.body).toMatchObject({ correct: 2, total: 10 })
  expect(again.body).toMatchObject({ correct: 2, total: 10 })
  expect(finished.body.results.map(({ result }) => result?.isCorrect ?? null)).toEqual([
    ...[true, true, false],
    ...rest.map(() => null),
  ])
  // Other answers later change nothing.
  const later = await finishExam(exam, [given(one, false), ...rest.map((id) => given(id))])
  expect(later.body).toMatchObject({ correct: 2, total: 10, results: finished.body.results })
  expect(await eventsOf()).toEqual([
    ...['InterviewDateSet', 'InterviewDateCleared', 'InterviewDateSet', 'ForecastMade', 'InterviewDateSet'],
    'ForecastTested',
  ])
  expect((await forecast()).tests).toMatchObject([
    { examId: exam.examId, questions: 10, predicted: exam.predicted, correct: 2, total: 10 },
  ])
  const { body } = await call<{ progress: { totalQuestions: number } }>('/api/progress/get')
  expect(body.progress.totalQuestions).toBe(35)
  // Its questions are released, including those without an answer; the next exam has others.
  const left = (await get())?.reservedIds ?? []
  expect(left.filter((id) => exam.questionIds.includes(id))).toEqual([])
})

test('a path whose questions are all in steps keeps questions of other paths in its topics', async () => {
  const { interview } = await set({ learningPaths: ['basics'] })
  const free = [...loose, ...others].filter(({ category }) => category === 'CSS')
  expect(interview.reservedIds).toHaveLength(30)
  // Security is less than a fifth of the path, and HTML isn't in it.
  expect(free.map(({ questionId }) => questionId)).toEqual(expect.arrayContaining(interview.reservedIds))
})

test('a path whose questions are all in steps has a mock exam with others of the bank', async () => {
  const { interview } = await set({ learningPaths: ['basics'] })
  expect(interview.reservedIds).toHaveLength(30)
  // CSS is a main topic of the path, and HTML isn't one: it only fills up an exam.
  for (const question of [...loose, ...others].filter(({ category }) => category === 'CSS'))
    await answer(question)
  const { interview: later } = await set({ learningPaths: ['basics'], minutesPerDay: 31 })
  expect(later.reservedIds).toHaveLength(20)
})

test('a mock exam needs ten reserved questions', async () => {
  await practice()
  for (const question of [...loose, ...others.slice(9)]) await answer(question)
  const { interview } = await set({ learningPaths: ['html-practice'] })
  expect(interview.reservedIds.length).toBeLessThan(10)
  const { status, body } = await startExam()
  expect([status, body.code]).toEqual([409, 'too_few_reserved_questions'])
})

test('a corrected key leaves the result of an exam, and changes progress as usual', async () => {
  await practice()
  await set()
  const { exam } = (await startExam()).body
  const [first = ''] = exam.questionIds
  const { body } = await finishExam(exam, [given(first, false)])
  expect(body.correct).toBe(0)
  const question = loose.find(({ questionId }) => questionId === first) as QuestionSnapshot
  const options = question.options.map((option) => ({ ...option, isCorrect: option.id === 'b' }))
  await service.publishQuestion({ ...question, version: 2, options })
  const admin = await caller(service, randomUUID(), 'admin')
  const correct = async () =>
    (await call<{ progress: { correctAnswers: number } }>('/api/progress/get')).body.progress.correctAnswers
  const before = await correct()
  await expect
    .poll(async () => {
      await admin(`/api/admin/progress/questions/${first}/regrade`, { version: 1, dryRun: false })
      return correct()
    }, soon)
    .toBe(before + 1)
  expect((await forecast()).tests).toMatchObject([{ correct: 0, total: 10 }])
  // Exams of later tests may have this question, whose first option is the correct one.
  await service.publishQuestion({ ...question, version: 3 })
  const newest = () => owner.query('select from answer_key where question_id = $1 and version = 3', [first])
  await expect.poll(async () => (await newest()).rowCount).toBe(1)
})

test('the calendar feed is private, revocable and readable by ical.js', async () => {
  const create = () => call<{ url: string; code?: string }>('/api/progress/interview/calendar', {})
  expect((await create()).body.code).toBe('no_interview')
  await set()
  const { url } = (await create()).body
  expect((await get())?.calendar.url).toBe(url)
  const feed = (address = url, headers = {}) => fetch(`${service.url}${address}`, { headers })
  const response = await feed()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(response.headers.get('cache-control')).toContain('private')
  const calendar = new ICAL.Component(ICAL.parse(await response.text()))
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  expect(events.at(0)?.summary).toBe('Rehearse: 1 lesson; 3 minutes')
  expect(events.at(0)?.startDate.toString()).toBe(today())
  expect(events.at(-1)?.summary).toBe('Interview')
  expect(events.at(-1)?.startDate.toString()).toBe(addDays(today(), 10))
  const etag = response.headers.get('etag') ?? ''
  expect((await feed(url, { 'if-none-match': etag })).status).toBe(304)
  await service.preferTimeZone(learnerId, 'UTC', undefined, 'ar')
  await expect.poll(async () => (await feed()).text(), soon).toContain('SUMMARY:المقابلة')

  const replaced = (await create()).body.url
  expect((await feed(url)).status).toBe(404)
  expect((await feed(replaced)).status).toBe(200)
  expect((await remove('/api/progress/interview/calendar')).status).toBe(200)
  expect((await feed(replaced)).status).toBe(404)
  expect((await get())?.calendar.url).toBeNull()
  const last = (await create()).body.url
  await remove('/api/progress/interview')
  expect((await feed(last)).status).toBe(404)
  for (const file of ['x.ics', 'x', `${'a'.repeat(43)}.ics`, '%00.ics']) {
    expect([file, (await feed(`/api/calendar/${file}`)).status]).toEqual([
      file,
      file === '%00.ics' ? 400 : 404,
    ])
  }
})

test('the log seals the interview, and admins see it as of a time', async () => {
  await set()
  const between = new Date()
  await remove('/api/progress/interview')
  const { rows } = await owner.query(
    `select data::text as data from event where stream_id = $1 and type = 'InterviewDateSet'`,
    [`learner-${learnerId}`],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].data).toContain(learnerId)
  expect(rows[0].data).not.toContain(addDays(today(), 10))
  expect(rows[0].data).not.toContain(path)
  const admin = await caller(service, randomUUID(), 'admin')
  const asOf = async (query = '') =>
    (await admin<{ interview: object | null }>(`/api/admin/progress/learners/${learnerId}${query}`)).body
      .interview
  expect(await asOf(`?asOf=${between.toISOString()}`)).toMatchObject({
    date: addDays(today(), 10),
    minutesPerDay: 30,
  })
  expect(await asOf()).toBeNull()
})

test('the events behind a forecast and a mock exam explain them', async () => {
  await practice()
  await set()
  const { exam } = (await startExam()).body
  const [one = '', two = ''] = exam.questionIds
  await finishExam(exam, [given(one), given(two, false)])
  const explain = (figure: string) =>
    call<{ value: number | string; sum: number; of: number; rule: string; entries: { type: string }[] }>(
      `/api/progress/explain/${figure}?pageSize=100`,
    )
  const tested = (await explain(`exam:${exam.examId}`)).body
  expect(tested).toMatchObject({ value: 10, sum: 1, of: 10 })
  expect(tested.rule).toContain(`${Math.round(exam.predicted * 100)}%`)
  expect(tested.entries.map(({ type }) => type)).toEqual([
    ...['ForecastTested', 'AnswerSubmitted', 'AnswerSubmitted', 'ForecastMade'],
  ])
  const forecasted = (await explain('forecast')).body
  expect(forecasted).toMatchObject({ sum: 25, of: 34 })
  const overall = (await forecast()).overall
  expect(forecasted.value).toBe(Math.round((overall?.chance ?? 0) * 100))
  expect((await explain(`exam:${randomUUID()}`)).status).toBe(404)
})

test('a deleted account leaves no interview, reserve, forecast or feed', async () => {
  await practice()
  await set()
  await startExam()
  const { url } = (await call<{ url: string }>('/api/progress/interview/calendar', {})).body
  const tables = ['learner_interview', 'learner_reserved', 'learner_forecast', 'learner_calendar']
  const count = async (table: string) => {
    const { rows } = await owner.query(`select count(*)::int from ${table} where learner_id = $1`, [
      learnerId,
    ])
    return rows[0].count
  }
  for (const table of tables) expect([table, await count(table)]).not.toEqual([table, 0])
  const pool = new pg.Pool({ connectionString: databaseUrl })
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  await db.transaction().execute((trx) => eraseLearner(trx, learnerId))
  await db.destroy()
  for (const table of tables) expect([table, await count(table)]).toEqual([table, 0])
  expect((await fetch(`${service.url}${url}`)).status).toBe(404)
  expect((await set()).status).toBe(410)
})
