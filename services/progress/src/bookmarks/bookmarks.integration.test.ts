import { randomUUID } from 'node:crypto'
import type { Bookmark, Note, Pagination, QuestionSnapshot } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Call, caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

let service: ProgressService
let questions: QuestionSnapshot[]
beforeAll(async () => {
  const [database, nats] = await Promise.all([progressDatabase('progress_bookmarks'), testNats()])
  service = await startProgressService(database, nats.url)
  questions = [await service.publishQuestion(), await service.publishQuestion()]
})
afterAll(() => service.close())

let call: Call
let stranger: Call
beforeEach(async () => {
  ;[call, stranger] = await Promise.all([caller(service, randomUUID()), caller(service, randomUUID())])
})

const put = { method: 'PUT' } as const
const remove = { method: 'DELETE' } as const

describe('bookmarks', () => {
  const path = (at = 0) => `/api/progress/bookmarks/${questions[at]?.questionId}`
  const list = (query = '', as = call) =>
    as<{ bookmarks: Bookmark[]; pagination: Pagination }>(`/api/progress/bookmarks${query}`)

  test('are stored once, listed, private, and removed once', async () => {
    const stored = await call<{ bookmark: Bookmark }>(path(), undefined, put)
    const again = await call<{ bookmark: Bookmark }>(path(), undefined, put)
    expect(again.body.bookmark).toEqual(stored.body.bookmark)
    expect((await list()).body.bookmarks).toEqual([stored.body.bookmark])
    expect((await call<{ bookmark: Bookmark }>(path())).body.bookmark).toEqual(stored.body.bookmark)

    expect((await stranger(path())).status).toBe(404)
    expect((await list('', stranger)).body.bookmarks).toEqual([])
    expect((await stranger(path(), undefined, remove)).status).toBe(200)
    expect((await call(path())).status).toBe(200)

    expect((await call(path(), undefined, remove)).status).toBe(200)
    expect((await call(path(), undefined, remove)).status).toBe(200)
    expect((await call(path())).body).toMatchObject({ code: 'bookmark_not_found' })
  })

  test('are listed newest first, in pages', async () => {
    for (const at of [0, 1]) await call(path(at), undefined, put)
    const pages = await Promise.all([1, 2].map((page) => list(`?pageSize=1&page=${page}`)))
    expect(pages.flatMap(({ body }) => body.bookmarks.map(({ questionId }) => questionId))).toEqual([
      questions[1]?.questionId,
      questions[0]?.questionId,
    ])
    expect(pages[0]?.body.pagination.totalCount).toBe(2)
  })

  test('of an unknown question are rejected', async () => {
    const reply = await call(`/api/progress/bookmarks/${randomUUID()}`, undefined, put)
    expect(reply).toMatchObject({ status: 404, body: { code: 'question_not_found' } })
    expect((await call('/api/progress/bookmarks/no-id', undefined, put)).status).toBe(400)
  })
})

describe('notes', () => {
  const path = () => `/api/progress/notes/${questions[0]?.questionId}`
  const write = (text: unknown, as = call) => as<{ note: Note }>(path(), { text }, put)

  test('are written, replaced, private, and deleted', async () => {
    const text = 'null is an object,\n  because of a tag. 🤷'
    const written = await write(text)
    expect(written.body.note).toMatchObject({ questionId: questions[0]?.questionId, text })
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

    expect((await call(path(), undefined, remove)).status).toBe(200)
    expect((await call(path())).body).toMatchObject({ code: 'note_not_found' })
    expect((await stranger(path())).status).toBe(200)
  })

  test.each([
    ['an empty text', '  '],
    ['no text', undefined],
    ['a null character', 'a\u0000'],
    ['more than 10,000 characters', 'x'.repeat(10_001)],
  ])('reject %s', async (_what, text) => {
    expect((await write(text)).status).toBe(400)
  })
})
