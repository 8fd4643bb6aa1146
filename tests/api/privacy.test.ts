import { randomUUID } from 'node:crypto'
import type { ErasureReceipt, Progress, Question, SaveReply } from '@rehearse/contracts'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, inject, test } from 'vitest'
import { type Learner, newLearner, superAdmin, visitor } from '../support/client.ts'
import { answerTo, newQuestion } from '../support/questions.ts'

const { url } = inject('platform')

/** Leaves data in every service that stores any. */
async function learnerWithTraces() {
  const [learner, question] = [await newLearner(), await newQuestion()]
  const saved = await learner.call<SaveReply>('/api/progress/save', { body: answerTo(question) })
  expect(saved.status).toBe(200)
  const note = `a note ${randomUUID()}`
  const noted = await learner.call(`/api/progress/notes/${question.id}`, {
    method: 'PUT',
    body: { text: note },
  })
  expect(noted.status).toBeLessThan(300)
  const reported = await learner.call(`/api/questions/unified/${question.id}/reports`, {
    body: { reason: 'typo', text: `a report ${question.id}` },
  })
  expect(reported.status).toBeLessThan(300)
  return { learner, question, note }
}

async function download(path: string, token: string): Promise<Record<string, string>> {
  const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('application/zip')
  expect(reply.headers.get('content-disposition')).toMatch(
    /^attachment; filename="rehearse-\d{4}-\d\d-\d\d\.zip"$/,
  )
  const files = unzipSync(new Uint8Array(await reply.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

const erase = ({ call }: Learner, body: object) =>
  call<{ receipt: ErasureReceipt; code?: string }>('/api/users/me', { method: 'DELETE', body })

async function completed(id: string): Promise<ErasureReceipt> {
  const read = async () =>
    (await visitor<{ receipt: ErasureReceipt }>(`/api/privacy/receipts/${id}`)).body.receipt
  await expect.poll(async () => (await read()).completedAt).not.toBeNull()
  return read()
}

describe('an export', () => {
  test('contains the learner’s data from every service, machine-readable and human-readable', async () => {
    const { learner, question, note } = await learnerWithTraces()
    const files = await download('/api/users/me/export', learner.token)
    const rows = (name: string) => JSON.parse(files[name] ?? 'null') as Record<string, unknown>[]
    expect(rows('identity/learner.json')).toMatchObject([
      { email: learner.email, display_name: 'Ada Lovelace' },
    ])
    expect(rows('identity/session.json')).toHaveLength(1)
    expect(rows('progress/events.json')).toContainEqual(
      expect.objectContaining({ type: 'AnswerSubmitted', questionId: question.id }),
    )
    expect(files['progress/learner_note.json']).toContain(note)
    expect(rows('questions/questionReports.json')).toMatchObject([{ text: `a report ${question.id}` }])
    expect(rows('media.json')).toEqual([])
    const page = files['index.html'] ?? ''
    for (const text of [learner.email, question.id, note, 'Your Rehearse data']) expect(page).toContain(text)
    expect(Object.values(files).join('')).not.toMatch(/password_hash|token_hash|\$2b\$\d/)
  })

  test("is in the learner's language", async () => {
    const learner = await newLearner()
    await learner.call('/api/users/me/preferences', { method: 'PUT', body: { language: 'ar' } })
    const files = await download('/api/users/me/export', learner.token)
    expect(files['index.html']).toContain('<html lang="ar" dir="rtl">')
  })

  test("is the same when an admin makes it for the learner, and contains no one else's data", async () => {
    const { learner, note } = await learnerWithTraces()
    const asAdmin = await superAdmin()
    const path = `/api/admin/users/${learner.uid}/export`
    expect((await asAdmin(path)).status).toBe(200)
    expect((await (await newLearner()).call(path)).status).toBe(403)
    expect((await visitor('/api/users/me/export')).status).toBe(401)
    const other = await download('/api/users/me/export', (await newLearner()).token)
    expect(Object.values(other).join('')).not.toContain(note)
  })
})

describe('an erasure', () => {
  test('with a wrong password is rejected', async () => {
    const learner = await newLearner()
    expect((await erase(learner, { password: 'wrong' })).status).toBe(403)
    expect((await learner.call('/api/auth/me')).status).toBe(200)
  })

  test("reaches every service; other learners' data and question statistics stay", async () => {
    const asAdmin = await superAdmin()
    const { learner, question } = await learnerWithTraces()
    const other = await newLearner()
    await other.call('/api/progress/save', { body: answerTo(question) })
    const usage = async () =>
      (await asAdmin<{ data: Question }>(`/api/questions/unified/${question.id}`)).body.data.usageCount
    await expect.poll(usage).toBe(2)
    const progressOf = async () =>
      (await other.call<{ progress: Progress }>('/api/progress/get')).body.progress
    const before = await progressOf()

    const reply = await erase(learner, { password: learner.password })
    expect(reply.status).toBe(202)
    const receipt = await completed(reply.body.receipt.id)
    expect(receipt.services.map(({ service }) => service)).toEqual([
      'identity',
      'media',
      'progress',
      'questions',
    ])

    for (const path of ['/api/auth/me', '/api/progress/get', '/api/users/me/export']) {
      expect((await learner.call(path)).status).toBe(401)
    }
    const late = await learner.call('/api/progress/save', { body: answerTo(question) })
    expect(late.status).toBe(401)
    const { email, password } = learner
    expect((await visitor('/api/auth/login', { body: { email, password } })).status).toBe(401)
    expect((await asAdmin(`/api/admin/users/${learner.uid}`)).status).toBe(404)
    expect(await progressOf()).toEqual(before)
    expect(await usage()).toBe(2)
    const reports = await asAdmin('/api/admin/reports/questions?pageSize=100')
    expect(JSON.stringify(reports.body)).not.toContain(learner.uid)
    const again = { email, password, confirmPassword: password, name: 'Ada' }
    expect((await visitor('/api/auth/register', { body: again })).status).toBe(201)
  })

  test("by an admin requires the learner's email address as confirmation", async () => {
    const asAdmin = await superAdmin()
    const learner = await newLearner()
    const path = `/api/admin/users/${learner.uid}`
    expect((await asAdmin(path, { method: 'DELETE', body: { confirm: 'x@y.zz' } })).status).toBe(400)
    const reply = await asAdmin<{ receipt: ErasureReceipt }>(path, {
      method: 'DELETE',
      body: { confirm: learner.email },
    })
    expect(reply.status).toBe(202)
    await completed(reply.body.receipt.id)
    expect((await learner.call('/api/auth/me')).status).toBe(401)
  })
})
