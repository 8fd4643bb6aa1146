import type { Bookmark, Note } from '@rehearse/contracts'
import { expect, test, vi } from 'vitest'
import { newLearner } from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'

// The progress service's own tests have all rules of bookmarks and notes.
test('a bookmark and a note on a new question are stored and listed for their learner', async () => {
  const [{ call }, question] = [await newLearner(), await newQuestion()]
  await vi.waitFor(async () =>
    expect((await call(`/api/progress/bookmarks/${question.id}`, { method: 'PUT' })).status).toBe(200),
  )
  await call(`/api/progress/notes/${question.id}`, { method: 'PUT', body: { text: 'Look it up' } })
  const { bookmarks } = (await call<{ bookmarks: Bookmark[] }>('/api/progress/bookmarks')).body
  expect(bookmarks).toMatchObject([{ questionId: question.id, title: question.title }])
  const { notes } = (await call<{ notes: Note[] }>('/api/progress/notes')).body
  expect(notes).toMatchObject([{ questionId: question.id, text: 'Look it up' }])
})
