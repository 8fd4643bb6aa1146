import { randomUUID } from 'node:crypto'
import type { ErasureReceipt, Progress, Question } from '@rehearse/contracts'
import { sound } from '@rehearse/testing/sound'
import { expect, vi } from 'vitest'
import { boss, soon } from './place.ts'

export interface Reply<Body> {
  status: number
  body: Body
}

/** Calls a platform with this token, or as a visitor. */
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
  /** Acknowledged answers, in order. */
  answers: { answerId: string }[]
}

const password = 'kept for years'

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

export async function adminToken(url: string): Promise<string> {
  const { body } = await call<{ admin: { token: string } }>(`${url}/api/admin/auth`, { body: boss })
  return body.admin.token
}

export function answerTo(question: Question, isRight = true): { answerId: string } {
  const selected = question.options.filter(({ isCorrect }) => isCorrect === isRight).map(({ id }) => id)
  const { id: questionId, version: questionVersion } = question
  const answer = { questionId, questionVersion, selectedOptionIds: selected, timeSpent: 3 }
  return { answerId: randomUUID(), ...answer }
}

/** Sends an answer, and records it once it is acknowledged. */
export async function answer(url: string, learner: Learner, given: { answerId: string }): Promise<void> {
  const { status, body } = await call(`${url}/api/progress/save`, { token: learner.token, body: given })
  expect([status, body]).toEqual([200, expect.anything()])
  learner.answers.push(given)
}

/** Answers without pause until it is stopped. */
export function answerContinuously(url: string, learner: Learner, question: Question): () => Promise<void> {
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

/** @returns the question once it has its audio */
export async function uploadAudio(url: string, { id }: Question, audio = sound()): Promise<Question> {
  const body = new FormData()
  body.append('questionId', id)
  body.append('type', 'question')
  body.append('file', new Blob([audio]), 'sound.wav')
  const token = await adminToken(url)
  const upload = async () => (await call(`${url}/api/audio/upload`, { token, body })).status
  await vi.waitUntil(async () => (await upload()) === 200, soon)
  const shown = async () =>
    (await call<{ data: Question }>(`${url}/api/questions/unified/${id}`, { token })).body.data
  await vi.waitUntil(async () => (await shown()).audioQuestion, soon)
  return shown()
}

/** @returns once every service confirmed the deletion */
export async function erase(url: string, learner: Learner): Promise<void> {
  const erased = await call<{ receipt: ErasureReceipt }>(`${url}/api/users/me`, {
    method: 'DELETE',
    token: learner.token,
    body: { password },
  })
  expect(erased.status).toBe(202)
  const receipt = () =>
    call<{ receipt: ErasureReceipt }>(`${url}/api/privacy/receipts/${erased.body.receipt.id}`)
  await vi.waitUntil(async () => (await receipt()).body.receipt.completedAt, soon)
}
