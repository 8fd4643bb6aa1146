import { randomUUID } from 'node:crypto'
import type { ValidTokens } from './callers.ts'
import { caller, visitor } from './client.ts'

/** Entities of one learner, as path parameters: another learner gets 404 for each. */
type ResourceParams = (tokens: ValidTokens) => Promise<Record<string, string>>

export const ownSession: ResourceParams = async ({ learner }) => {
  const { body } = await caller(learner)<{ data: { id: string; current: boolean }[] }>('/api/auth/sessions')
  const current = body.data.find((session) => session.current)
  if (current === undefined) throw new Error('the learner has no session')
  return { id: current.id }
}

export const ownLearningSession: ResourceParams = async ({ learner }) => {
  const sessionId = randomUUID()
  const { status, body } = await caller(learner)('/api/progress/sessions', { body: { sessionId } })
  if (status !== 200) throw new Error(`no learning session: ${status} ${JSON.stringify(body)}`)
  return { sessionId }
}

export const ownNote: ResourceParams = async ({ learner }) => {
  const questionId = await someQuestion()
  const { status, body } = await caller(learner)(`/api/progress/notes/${questionId}`, {
    method: 'PUT',
    body: { text: 'Mine alone' },
  })
  if (status !== 200) throw new Error(`no note: ${status} ${JSON.stringify(body)}`)
  return { questionId }
}

async function someQuestion(): Promise<string> {
  const { body } = await visitor<{ data: { id: string }[] }>('/api/questions/unified?pageSize=1')
  const [question] = body.data
  if (question === undefined) throw new Error('the bank is empty')
  return question.id
}
