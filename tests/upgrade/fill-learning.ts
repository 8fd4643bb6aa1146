import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { soon } from '../backup/place.ts'
import { type Ask, asking } from './api.ts'
import { type FilledContent, inDays } from './fill-content.ts'
import type { Person } from './people.ts'
import { choose, type Given, questionsOfAllKinds, type StoredQuestion } from './questions-of-all-kinds.ts'

export interface FilledLearning {
  /** Counts of what was saved, for the report. */
  answers: number
  /** Sent again after the upgrade: they must not count twice. */
  repeatable: { learner: string; answer: Record<string, unknown> }[]
  /** Questions of the bank that were answered. */
  bankIds: string[]
  sessionIds: string[]
  examIds: string[]
  calendarUrls: string[]
  certificateCodes: string[]
}

interface Exam {
  examId: string
  questionIds: string[]
}

interface Plan {
  id: string
}

/** Everything that learners do. The first learners do everything, the crowd only answers. */
export async function fillLearning(
  url: string,
  boss: Ask,
  learners: readonly Person[],
  content: FilledContent,
): Promise<FilledLearning> {
  const filled: FilledLearning = {
    answers: 0,
    repeatable: [],
    bankIds: [],
    sessionIds: [],
    examIds: [],
    calendarUrls: [],
    certificateCodes: [],
  }
  const bank = await readBank(boss)
  filled.bankIds = bank.map(({ id }) => id)
  const busy = learners.filter(({ name }) => !name.startsWith('Crowd'))
  for (const [n, learner] of learners.entries()) {
    const ask = asking(url, learner.token)
    const day = { ask, boss, learner, filled }
    // Shares of the bank overlap, so that questions have answers of many learners.
    const share = bank.slice(n % 7, 60 + (n % 7))
    await answerThroughDays(day, share, busy.includes(learner) ? 29 : 3)
    await answerAllKinds(day, content.questions)
    if (busy.includes(learner)) await studyEverything(day, n, bank, content)
  }
  return filled
}

interface Day {
  ask: Ask
  boss: Ask
  learner: Person
  filled: FilledLearning
}

/** Graded questions that ship with the platform. */
async function readBank(boss: Ask): Promise<StoredQuestion[]> {
  const { data } = await boss<{ data: StoredQuestion[] }>(
    '/api/questions/unified?learningPath=javascript-deep-dive&type=multiple-choice&approved=true&pageSize=80&orderBy=order&orderDirection=asc',
  )
  if (data.length < 80) throw new Error('the bank is too small')
  return data
}

/** Saves answers, in a batch as an offline device does. */
async function save({ ask, learner, filled }: Day, answers: Record<string, unknown>[]): Promise<void> {
  const whole = answers.map((answer) => ({ timeSpent: 11, timeZone: learner.timeZone, ...answer }))
  const send = async () => {
    const { results } = await ask<{ results: { status: string; error?: string }[] }>(
      '/api/progress/save/batch',
      { body: { answers: whole } },
    )
    const refused = results.find(({ status }) => status !== 'saved')
    if (refused) throw new Error(`an answer was refused: ${refused.error}`)
  }
  // Progress knows a new question only once its message has arrived.
  await vi.waitFor(send, soon)
  filled.answers += answers.length
  filled.repeatable.push({ learner: learner.email, answer: whole[0] as Record<string, unknown> })
}

const answerTo = (question: StoredQuestion, given: Given, more: object = {}) => ({
  answerId: randomUUID(),
  questionId: question.id,
  questionVersion: question.version,
  ...given(question),
  ...more,
})

const positions = (question: StoredQuestion, isRight: boolean) =>
  question.options.flatMap(({ isCorrect }, at) => (isCorrect === isRight ? [at] : []))
const right: Given = (question) => choose(...positions(question, true))(question)
const wrong: Given = (question) => choose(positions(question, false)[0] as number)(question)

/** Two questions a day, with a missed day, and one in four wrong. */
async function answerThroughDays(
  day: Day,
  questions: readonly StoredQuestion[],
  days: number,
): Promise<void> {
  const answers = Array.from({ length: days * 2 }, (_, n) => {
    const daysAgo = days - 1 - Math.floor(n / 2)
    const answeredAt = daysAgo === 0 ? new Date().toISOString() : inDays(-daysAgo)
    const given = (n + day.learner.email.length) % 4 === 0 ? wrong : right
    return answerTo(questions[n % questions.length] as StoredQuestion, given, {
      answeredAt,
      timeSpent: 5 + n,
    })
  })
  await save(day, days > 5 ? answers.filter((_, n) => n !== 20 && n !== 21) : answers)
}

async function studyEverything(
  day: Day,
  n: number,
  bank: readonly StoredQuestion[],
  content: FilledContent,
): Promise<void> {
  await practiceInSessions(day, bank)
  await reviewCards(day, bank, n)
  await writeDown(day, bank, content)
  await followPlans(day, bank, content, n)
  await completePath(day, content, n)
  await solveChallenges(day, content, n)
  await prepareForInterview(day, n)
  if (n === 6)
    await day.ask('/api/progress/reset', {
      body: { resetId: randomUUID(), scope: 'section', id: 'JavaScript' },
    })
  if (n === 7)
    await day.ask('/api/progress/reset', {
      body: { resetId: randomUUID(), scope: 'path', id: 'javascript-deep-dive' },
    })
}

/** Each answer of each kind, a second after the one before. */
async function answerAllKinds(day: Day, questions: readonly StoredQuestion[]): Promise<void> {
  const answers = questionsOfAllKinds.flatMap(({ answers }, at) =>
    answers.map((given, n) => answerTo(questions[at] as StoredQuestion, given, { attempts: n + 1 })),
  )
  const ages = answers.map((_, n) => (answers.length - n) * 1_000)
  await save(
    day,
    answers.map((answer, n) => ({ ...answer, answeredAt: ago(ages[n] as number) })),
  )
}

const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString()

/** An ended session, one left open, and answers that arrive late. */
async function practiceInSessions(day: Day, bank: readonly StoredQuestion[]): Promise<void> {
  for (const isOpen of [false, true]) {
    const sessionId = randomUUID()
    const startTime = inDays(-2)
    await day.ask('/api/progress/sessions', {
      body: {
        sessionId,
        startTime,
        sections: ['HTML/CSS', 'لغات الويب'],
        difficulty: 'mixed',
        timeZone: day.learner.timeZone,
      },
    })
    const answers = bank
      .slice(40, 44)
      .map((question, n) =>
        answerTo(question, n === 1 ? wrong : right, { sessionId, answeredAt: inDays(-2 + n / 100) }),
      )
    await save(day, answers.reverse())
    if (!isOpen)
      await day.ask(`/api/progress/sessions/${sessionId}`, {
        method: 'PATCH',
        body: { endTime: inDays(-1.9) },
      })
    day.filled.sessionIds.push(sessionId)
  }
}

async function reviewCards(day: Day, bank: readonly StoredQuestion[], n: number): Promise<void> {
  if (n % 2 === 0)
    await day.ask('/api/progress/reviews/settings', { method: 'PUT', body: { retention: 85 + n } })
  for (const [at, rating] of [1, 2, 3, 4, 1, 3].entries()) {
    const reviewId = randomUUID()
    const body = { reviewId, rating, reviewedAt: inDays(-1 - at / 10), timeZone: day.learner.timeZone }
    await day.ask(`/api/progress/reviews/${bank[10 + at]?.id}`, { body })
  }
}

/** Bookmarks, notes, reports of problems. */
async function writeDown(
  day: Day,
  bank: readonly StoredQuestion[],
  { questions }: FilledContent,
): Promise<void> {
  const { ask } = day
  for (const { id } of [...questions.slice(0, 4), ...bank.slice(0, 3)]) {
    await ask(`/api/progress/bookmarks/${id}`, { method: 'PUT' })
    const text = `# id\n\n“Note” of ${day.learner.name}\n- [x] one\n\nملاحظة`
    await ask(`/api/progress/notes/${id}`, { method: 'PUT', body: { text } })
  }
  await ask(`/api/progress/bookmarks/${bank[0]?.id}`, { method: 'DELETE' })
  await ask(`/api/progress/notes/${bank[1]?.id}`, { method: 'DELETE' })
  await ask(`/api/questions/unified/${questions[0]?.id}/reports`, {
    body: { reason: 'typo', text: 'It’s “HTML/CSS”, isn’t it?' },
  })
}

/** A template under way, a paused one, a custom plan. */
async function followPlans(
  day: Day,
  bank: readonly StoredQuestion[],
  content: FilledContent,
  n: number,
): Promise<void> {
  const { ask, learner } = day
  const { plans } = await ask<{ plans: Plan[] }>('/api/guided-learning/plans')
  const moment = { body: { timeZone: learner.timeZone } }
  const paused = plans.find(({ id }) => id !== content.planId) as Plan
  for (const id of [content.planId, paused.id])
    await vi.waitFor(() => ask(`/api/progress/plans/${id}/start`, moment), soon)
  const guided = { learningMode: 'guided', planId: content.planId }
  await save(
    day,
    bank.slice(50, 54).map((question) => answerTo(question, right, guided)),
  )
  await ask(`/api/progress/plans/${paused.id}/pause`, moment)
  const planId = randomUUID()
  const sections = [
    { id: 'mine', name: 'Mine: HTML/CSS', category: 'HTML/CSS', questions: [content.questions[0]?.id] },
  ]
  await ask('/api/progress/plans', {
    body: { planId, name: 'My “own” plan', duration: 3, totalQuestions: 9, sections },
  })
  if (n % 2 === 0) await ask(`/api/progress/plans/${planId}/start`, moment)
}

/** Ten steps in ten answers, or five: the first learners get a certificate. */
async function completePath(day: Day, { pathQuestions, pathId }: FilledContent, n: number): Promise<void> {
  const questions = pathQuestions.slice(0, n < 3 ? 10 : 5)
  await save(
    day,
    questions.map((question) => answerTo(question, right, { learningPath: pathId })),
  )
  if (n >= 3) return
  const read = async () => {
    const { certificates } = await day.ask<{ certificates: { code: string }[] }>('/api/progress/certificates')
    return certificates
  }
  await vi.waitUntil(async () => (await read()).length > 0, soon)
  const [certificate] = await read()
  const code = certificate?.code as string
  await day.ask(`/api/progress/certificates/${code}`, {
    method: 'PUT',
    body: { name: n === 0 ? null : 'Ünï “C”' },
  })
  day.filled.certificateCodes.push(code)
}

async function solveChallenges(day: Day, { challengeIds }: FilledContent, n: number): Promise<void> {
  for (const [at, challengeId] of challengeIds.entries()) {
    const isCompleted = at % 2 === 0
    const code = { html: '<p id="# id">“é”</p>', css: 'p { color: red }', javascript: 'export {}' }
    const attempt = {
      attemptId: randomUUID(),
      challengeId,
      code,
      files: [{ path: 'solution.ts', text: 'export const one = 1 // ½' }],
      results: [{ testId: 'one', passed: isCompleted, got: '1', error: '' }],
      score: isCompleted ? 7 + (n % 3) : 2,
      maxScore: 10,
      completed: isCompleted,
      timeSpent: 12,
      attemptedAt: inDays(-3),
      timeZone: day.learner.timeZone,
    }
    await vi.waitFor(() => day.ask('/api/progress/challenges', { body: attempt }), soon)
    await day.ask(`/api/progress/challenges/${challengeId}/draft`, {
      method: 'PUT',
      body: { files: [{ path: 'javascript', text: `// draft of “${day.learner.name}”` }], revision: 0 },
    })
  }
  await day.ask(`/api/progress/challenges/${challengeIds[1]}/give-up`, { method: 'POST' })
}

/** An interview with a calendar, a finished mock exam and one under way. */
async function prepareForInterview(day: Day, n: number): Promise<void> {
  if (n > 2) return
  const { ask, learner, filled } = day
  const timeZone = learner.timeZone
  const learningPaths = ['javascript-deep-dive', 'filled-path', 'advanced-css']
  await ask('/api/progress/interview', {
    method: 'PUT',
    body: { date: inDays(40).slice(0, 10), learningPaths, minutesPerDay: 45, timeZone },
  })
  const { url } = await ask<{ url: string }>('/api/progress/interview/calendar', { method: 'POST' })
  filled.calendarUrls.push(url)
  for (const isFinished of [true, false]) {
    const body = { examId: randomUUID(), count: 10, timeZone }
    const start = () => ask<{ exam: Exam }>('/api/progress/forecast/exams', { body })
    // A forecast follows answers after seconds.
    const { exam } = await vi.waitFor(start, soon)
    filled.examIds.push(exam.examId)
    if (!isFinished) continue
    const { data } = await day.boss<{ data: StoredQuestion[] }>(
      `/api/questions/unified?ids=${exam.questionIds.join(',')}&pageSize=100`,
    )
    const answers = data
      .filter(({ options }) => options.length > 0)
      .map((question) => ({ questionId: question.id, timeSpent: 9, ...right(question) }))
    await ask(`/api/progress/forecast/exams/${exam.examId}/finish`, { body: { answers, timeZone } })
  }
}

/** A corrected key, and the answers regraded by it. */
export async function regrade(boss: Ask, bank: StoredQuestion): Promise<void> {
  const options = bank.options.map((option, at) => ({ ...option, isCorrect: at === bank.options.length - 1 }))
  const { data } = await boss<{ data: StoredQuestion }>(`/api/questions/unified/${bank.id}`, {
    method: 'PUT',
    body: { options },
  })
  const body = { version: data.version - 1, dryRun: false }
  await vi.waitFor(() => boss(`/api/admin/progress/questions/${bank.id}/regrade`, { body }), soon)
}
