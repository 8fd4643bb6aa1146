import { randomUUID } from 'node:crypto'
import type { PublicQuestion } from '@rehearse/contracts'
import type { Journey, Visit } from './journey.ts'

const questionsPerRun = 5

/** Signs up, deals a run of questions, reads and answers each, looks at the dashboard, and signs out. */
export const learnerJourney: Journey = {
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
