import { randomUUID } from 'node:crypto'
import type { PublicQuestion } from '@rehearse/contracts'
import { generatedQuestion, planted } from '../bench/src/generated-questions.ts'
import type { Stretch } from './arrivals.ts'
import type { Journey, Visit } from './journey.ts'

const questionsPerRun = 5

/** Signs up, loads questions, reads and answers each, opens the dashboard, and signs out. */
const learnerJourney: Journey = {
  who: 'learner',
  walk: async (visit) => {
    const { token, isOwn } = await visit.accounts.learner(visit)
    await visit.think()
    const seed = randomUUID()
    const { data: questions } = await visit.step<{ data: PublicQuestion[] }>('list-questions', {
      path: `/api/questions/unified?type=multiple-choice&random=true&count=${questionsPerRun}&seed=${seed}`,
      token,
    })
    for (const { id } of questions) await readAndAnswer(visit, token, id)
    await visit.step('dashboard', { path: '/api/progress/dashboard', token })
    await visit.think()
    await visit.step('progress', { path: '/api/progress/get', token })
    if (isOwn) await visit.step('sign-out', { method: 'POST', path: '/api/auth/logout', token })
  },
}

async function readAndAnswer(visit: Visit, token: string, id: string): Promise<void> {
  const { data: question } = await visit.step<{ data: PublicQuestion }>('open-question', {
    path: `/api/questions/unified/${id}`,
    token,
  })
  await visit.think()
  const chosen = question.options[Math.floor(visit.random() * question.options.length)]
  await visit.step('answer', {
    method: 'POST',
    path: '/api/progress/save',
    token,
    body: {
      answerId: randomUUID(),
      questionId: question.id,
      questionVersion: question.version,
      selectedOptionIds: chosen ? [chosen.id] : [],
      timeSpent: 10,
      timeZone: 'Europe/Berlin',
    },
  })
}

interface Imported {
  data: { batchId: string; results: { id: string }[] }
}

const imported = 3
const words = Object.values(planted).map(({ text }) => text)

/** Signs in, browses the bank, imports a few questions, edits one of them, and removes all of them. */
const adminJourney: Journey = {
  who: 'admin',
  walk: async (visit) => {
    const { token, isOwn } = await visit.accounts.admin(visit)
    await visit.step('list-admin', { path: '/api/questions/unified?page=1&pageSize=20', token })
    await visit.think()
    const word = words[Math.floor(visit.random() * words.length)] ?? 'closure'
    await visit.step('search', {
      path: `/api/questions/unified/search?search=${encodeURIComponent(word)}`,
      token,
    })
    await visit.think()
    const mark = randomUUID()
    const questions = Array.from({ length: imported }, (_, at) => ({
      ...generatedQuestion(Math.floor(visit.random() * 1_000_000)),
      title: `Load test ${mark}, question ${at + 1}`,
    }))
    const { data } = await visit.step<Imported>('import', {
      method: 'POST',
      path: '/api/questions/unified',
      token,
      body: { isBulkImport: true, questions },
    })
    await visit.think()
    const [first] = data.results
    if (first) {
      await visit.step('edit-question', {
        method: 'PUT',
        path: `/api/questions/unified/${first.id}`,
        token,
        body: { title: `Load test ${mark}, edited` },
      })
      // Undoing an import keeps questions edited since, so the edited one is deleted separately.
      await visit.step('delete-question', {
        method: 'DELETE',
        path: `/api/questions/unified/${first.id}`,
        token,
      })
    }
    await visit.step('undo-import', {
      method: 'DELETE',
      path: `/api/questions/imports/${data.batchId}`,
      token,
    })
    if (isOwn) await visit.step('sign-out-admin', { method: 'DELETE', path: '/api/admin/auth', token })
  },
}

export interface Scenario {
  about: string
  /** The default rate (journeys per second) and duration (seconds). */
  rate: number
  seconds: number
  /** The journeys, and their shares. */
  journeys: readonly (readonly [share: number, journey: Journey])[]
  stretches: (rate: number, seconds: number) => readonly Stretch[]
}

const steady = (rate: number, seconds: number): Stretch[] => [{ from: 0, to: seconds, rate }]

/** Ten times the rate for a tenth of the time, in the middle. */
const spiked = (rate: number, seconds: number): Stretch[] => {
  const [begin, end] = [seconds * 0.45, seconds * 0.55]
  return [
    { from: 0, to: begin, rate },
    { from: begin, to: end, rate: rate * 10 },
    { from: end, to: seconds, rate },
  ]
}

const mostlyLearners = [
  [0.97, learnerJourney],
  [0.03, adminJourney],
] as const

export const scenarios = {
  learner: {
    about: 'learners who sign up, read, answer, look at their dashboard and sign out',
    rate: 4,
    seconds: 60,
    journeys: [[1, learnerJourney]],
    stretches: steady,
  },
  admin: {
    about: 'admins who sign in, list, search, import a few questions, edit one and undo everything',
    rate: 1,
    seconds: 60,
    journeys: [[1, adminJourney]],
    stretches: steady,
  },
  mixed: {
    about: '97 learners for every 3 admins',
    rate: 4,
    seconds: 60,
    journeys: mostlyLearners,
    stretches: steady,
  },
  spike: {
    about: 'learners, and ten times as many of them for a tenth of the time',
    rate: 2,
    seconds: 120,
    journeys: [[1, learnerJourney]],
    stretches: spiked,
  },
  soak: {
    about: 'like mixed, at a moderate rate for a long time, to find leaks and degradation',
    rate: 2,
    seconds: 1_800,
    journeys: mostlyLearners,
    stretches: steady,
  },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
