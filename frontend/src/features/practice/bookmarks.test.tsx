import type { Bookmark, Note } from '@rehearse/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useBookmark } from '../../shared/account/bookmarks.ts'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { Bookmarks } from './bookmarks.tsx'

const marked: Bookmark = {
  questionId: '8d5229c8-16de-4b2d-98c4-df2164f3c7b4',
  title: 'Four timers',
  category: 'JavaScript',
  difficulty: 'intermediate',
  createdAt: '2026-11-21T10:00:00.000Z',
}
const noted: Note = {
  questionId: '6a06845a-3869-42a4-bb3f-b045fc11a3e4',
  title: 'Timers in a loop',
  text: 'One variable,\nfour times read.',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
}
const pageOf = (totalCount: number) => ({
  pagination: { page: 1, pageSize: 10, totalCount, totalPages: 1, hasNext: false, hasPrev: false },
})

beforeEach(() => localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner)))

const reply = (bookmarks: Bookmark[]) => ({ success: true, bookmarks, ...pageOf(bookmarks.length) })

const open = (bookmarks: Bookmark[], notes: Note[], more: Parameters<typeof fakeNetwork>[0] = {}): Call[] => {
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/bookmarks': () => reply(bookmarks),
    'GET /api/progress/notes': () => ({ success: true, notes, ...pageOf(notes.length) }),
    ...more,
  })
  renderAt('/bookmarks', <Bookmarks />)
  return calls
}
const list = async (name: string) => within(await screen.findByRole('region', { name }))

test('bookmarks and notes are listed, and link to their questions', async () => {
  open([marked], [noted])
  const bookmarks = await list('Bookmarks')
  const link = bookmarks.getByRole('link', { name: 'Four timers' })
  expect(link.getAttribute('href')).toBe(`/questions?question=${marked.questionId}`)
  const notes = await list('Notes')
  expect(notes.getByText(/four times read/)).toBeDefined()
  expect(notes.getByRole('link', { name: 'Timers in a loop' })).toBeDefined()
  const practice = screen.getByRole('link', { name: 'Practice bookmarked questions' })
  expect(practice.getAttribute('href')).toBe('/questions?mode=bookmarks')
})

test('a removed bookmark stays in the list, and can be set again', async () => {
  const path = `/api/progress/bookmarks/${marked.questionId}`
  let stored = [marked]
  const calls = open([], [], {
    'GET /api/progress/bookmarks': () => reply(stored),
    [`DELETE ${path}`]: () => {
      stored = []
      return { success: true, message: 'Bookmark removed' }
    },
    [`PUT ${path}`]: () => {
      stored = [marked]
      return { success: true, bookmark: marked }
    },
  })
  const bookmarks = await list('Bookmarks')
  bookmarks.getByRole('button', { name: 'Bookmarked : Four timers', pressed: true }).click()
  await waitFor(() => expect(sentTo(calls, path)).toEqual(['DELETE']))
  await waitFor(() => expect(readsOfMarks(calls)).toBe(2))
  const mark = await bookmarks.findByRole('button', { name: 'Bookmark : Four timers', pressed: false })
  mark.click()
  await bookmarks.findByRole('button', { name: 'Bookmarked : Four timers', pressed: true })
  await waitFor(() => expect(sentTo(calls, path)).toEqual(['DELETE', 'PUT']))
})
const sentTo = (calls: readonly Call[], path: string) =>
  calls.filter((call) => call.path === path).map(({ method }) => method)
const readsOfMarks = (calls: readonly Call[]) =>
  calls.filter((call) => call.method === 'GET' && call.query.get('pageSize') === '100').length

test('a bookmark set while the others load is not lost', async () => {
  const path = `/api/progress/bookmarks/${marked.questionId}`
  const early = Promise.withResolvers<void>()
  const stored: Bookmark[] = []
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/bookmarks': async () => {
      const known = [...stored]
      if (known.length === 0) await early.promise
      return reply(known)
    },
    [`PUT ${path}`]: () => {
      stored.push(marked)
      return { success: true, bookmark: marked }
    },
  })
  const { user } = renderAt('/questions', <Mark />)
  await user.click(screen.getByRole('button', { name: 'Mark', pressed: false }))
  await waitFor(() => expect(sentTo(calls, path)).toEqual(['PUT']))
  early.resolve()
  await waitFor(() => expect(sentTo(calls, '/api/progress/bookmarks')).toHaveLength(2))
  await screen.findByRole('button', { name: 'Mark', pressed: true })
})

function Mark() {
  const { marked: isMarked, toggle } = useBookmark(marked.questionId)
  return (
    <button type="button" aria-pressed={isMarked} onClick={toggle}>
      Mark
    </button>
  )
}

test('a learner with neither sees where they come from', async () => {
  open([], [])
  await screen.findByRole('heading', { name: 'No bookmarks or notes yet' })
  expect(screen.queryByRole('link', { name: 'Practice bookmarked questions' })).toBeNull()
})

test('if one list can’t be loaded, the other still shows', async () => {
  open([marked], [], { 'GET /api/progress/notes': () => errorResponse(400, 'Not today') })
  await screen.findByText('Your notes could not be loaded')
  await list('Bookmarks')
})
