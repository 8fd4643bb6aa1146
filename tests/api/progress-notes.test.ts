import { randomUUID } from 'node:crypto'
import type { Bookmark, Note, Pagination } from '@rehearse/contracts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Call, newLearner } from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'

let call: Call
let stranger: Call
let questionId: string
beforeAll(async () => {
  call = (await newLearner()).call
  stranger = (await newLearner()).call
  const question = await newQuestion()
  questionId = question.id
  await vi.waitFor(async () =>
    expect((await call(`/api/progress/bookmarks/${questionId}`, { method: 'PUT' })).status).toBe(200),
  )
  await call(`/api/progress/bookmarks/${questionId}`, { method: 'DELETE' })
})

describe('bookmarks', () => {
  const path = () => `/api/progress/bookmarks/${questionId}`

  test('are saved once, listed, private, and removed once', async () => {
    const kept = await call<{ bookmark: Bookmark }>(path(), { method: 'PUT' })
    const again = await call<{ bookmark: Bookmark }>(path(), { method: 'PUT' })
    expect(again.body.bookmark).toEqual(kept.body.bookmark)
    const list = await call<{ bookmarks: Bookmark[]; pagination: Pagination }>('/api/progress/bookmarks')
    expect(list.body.bookmarks).toEqual([kept.body.bookmark])
    expect(list.body.pagination.totalCount).toBe(1)
    expect((await call<{ bookmark: Bookmark }>(path())).body.bookmark.questionId).toBe(questionId)

    expect((await stranger(path())).status).toBe(404)
    expect((await stranger<{ bookmarks: Bookmark[] }>('/api/progress/bookmarks')).body.bookmarks).toEqual([])
    expect((await stranger(path(), { method: 'DELETE' })).status).toBe(200)
    expect((await call(path())).status).toBe(200)

    expect((await call(path(), { method: 'DELETE' })).status).toBe(200)
    expect((await call(path(), { method: 'DELETE' })).status).toBe(200)
    expect((await call(path())).body).toMatchObject({ code: 'bookmark_not_found' })
  })

  test('of an unknown question are rejected', async () => {
    const reply = await call(`/api/progress/bookmarks/${randomUUID()}`, { method: 'PUT' })
    expect(reply).toMatchObject({ status: 404, body: { code: 'question_not_found' } })
    expect((await call('/api/progress/bookmarks/no-id', { method: 'PUT' })).status).toBe(400)
  })
})

describe('notes', () => {
  const path = () => `/api/progress/notes/${questionId}`
  const write = (text: unknown, as = call) => as<{ note: Note }>(path(), { method: 'PUT', body: { text } })

  test('are written, replaced, private, and deleted', async () => {
    const text = 'null is an object,\n  because of a tag. 🤷'
    const written = await write(text)
    expect(written.body.note).toMatchObject({ questionId, text })
    expect((await write(text)).body.note).toEqual(written.body.note)
    const replaced = await write('Look it up again')
    expect(replaced.body.note).toMatchObject({
      text: 'Look it up again',
      createdAt: written.body.note.createdAt,
    })
    expect((await call<{ notes: Note[] }>('/api/progress/notes')).body.notes).toEqual([replaced.body.note])

    expect((await stranger(path())).status).toBe(404)
    await write('mine', stranger)
    expect((await call<{ note: Note }>(path())).body.note.text).toBe('Look it up again')

    expect((await call(path(), { method: 'DELETE' })).status).toBe(200)
    expect((await call(path())).body).toMatchObject({ code: 'note_not_found' })
    expect((await stranger(path())).status).toBe(200)
  })

  test.each([
    ['an empty text', '  '],
    ['no text', undefined],
    ['a null character', 'a\u0000'],
    ['more than 10,000 characters', 'x'.repeat(10_001)],
  ])('%s is rejected', async (_what, text) => {
    expect((await write(text)).status).toBe(400)
  })
})
