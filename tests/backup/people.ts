import { randomUUID } from 'node:crypto'
import type { Progress, Question } from '@rehearse/contracts'
import { expect } from 'vitest'
import { boss } from './place.ts'

export interface Reply<Body> {
  status: number
  body: Body
}

/** Calls a platform as somebody with this token, or as a visitor. */
export async function call<Body = Record<string, unknown>>(
  address: string,
  { token, body, method }: { token?: string | undefined; body?: unknown; method?: string } = {},
): Promise<Reply<Body>> {
  const isForm = body instanceof FormData
  const reply = await fetch(address, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Body }
}

export interface Learner {
  uid: string
  email: string
  token: string
  /** Answers that were acknowledged, in order. */
  answers: { answerId: string }[]
}

export const password = 'kept for years'

export async function signUp(url: string): Promise<Learner> {
  const email = `${randomUUID()}@backup.test`
  const { status, body } = await call<{ user: { uid: string }; token: string }>(`${url}/api/auth/register`, {
    body: { email, password, confirmPassword: password, name: 'Somebody Who Answers' },
  })
  expect(status).toBe(201)
  return { uid: body.user.uid, email, token: body.token, answers: [] }
}

export const signIn = (url: string, { email }: Pick<Learner, 'email'>) =>
  call<{ token: string }>(`${url}/api/auth/login`, { body: { email, password } })

export async function bossToken(url: string): Promise<string> {
  const { body } = await call<{ admin: { token: string } }>(`${url}/api/admin/auth`, { body: boss })
  return body.admin.token
}

export function answerTo(question: Question): { answerId: string } {
  const selected = question.options.filter(({ isCorrect }) => isCorrect).map(({ id }) => id)
  const { id: questionId, version: questionVersion } = question
  const answer = { questionId, questionVersion, selectedOptionIds: selected, timeSpent: 3 }
  return { answerId: randomUUID(), ...answer }
}

/** Sends an answer, and notes it once it is acknowledged. */
export async function answer(url: string, learner: Learner, given: { answerId: string }): Promise<void> {
  const { status, body } = await call(`${url}/api/progress/save`, { token: learner.token, body: given })
  expect([status, body]).toEqual([200, expect.anything()])
  learner.answers.push(given)
}

/** Answers without pause until it is told to stop. */
export function keepAnswering(url: string, learner: Learner, question: Question): () => Promise<void> {
  let stopping = false
  const running = (async () => {
    while (!stopping) await answer(url, learner, answerTo(question))
  })()
  return async () => {
    stopping = true
    await running
  }
}

export async function progressOf(url: string, { token }: Learner): Promise<Progress> {
  const { body } = await call<{ progress: Progress }>(`${url}/api/progress/get`, { token })
  return body.progress
}

export async function newQuestion(url: string, token: string): Promise<Question> {
  const { status, body } = await call<{ data: Question }>(`${url}/api/questions/unified`, {
    token,
    body: {
      title: `What lasts? ${randomUUID()}`,
      content: 'Of these two.',
      type: 'single',
      difficulty: 'medium',
      options: [
        { text: 'What was acknowledged', isCorrect: true },
        { text: 'What was not', isCorrect: false },
      ],
      explanation: 'Only the first was promised.',
      category: 'JavaScript',
    },
  })
  expect(status).toBe(201)
  return body.data
}

/** A second of silence, as an audio file of its own. */
export function sound(): Buffer<ArrayBuffer> {
  const bytes = 16_044
  const file = Buffer.alloc(bytes)
  file.write('RIFF')
  file.writeUInt32LE(bytes - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(8_000, 24)
  file.writeUInt32LE(16_000, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(bytes - 44, 40)
  file.write(randomUUID(), 44)
  return file
}
