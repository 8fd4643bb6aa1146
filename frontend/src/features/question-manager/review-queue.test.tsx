import type { Admin, Question } from '@rehearse/contracts'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { adminSelfQuery } from '../../shared/admin/admin-self.ts'
import { mayEdit, statusActions } from '../../shared/admin/status-panel.tsx'
import { sampleFullQuestion } from '../../testing/admin-samples.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { ReviewQueue } from './review-queue.tsx'

const inReview = (part: Partial<Question> = {}) =>
  sampleFullQuestion({
    createdBy: 'author_1',
    approved: false,
    status: 'in-review',
    statusChangedBy: 'author_1',
    statusChangedAt: '2026-11-20T10:00:00.000Z',
    ...part,
  })
const before = {
  ...inReview(),
  title: 'Closures: let in a loop',
  approved: true,
  status: 'approved' as const,
}
const editors = [
  { id: 'author_1', name: 'Ada', role: 'author', isActive: true },
  { id: 'reviewer_1', name: 'Rosa', role: 'reviewer', isActive: true },
  { id: 'reviewer_2', name: 'Gus', role: 'reviewer', isActive: false },
]
const statusPath = `/api/questions/unified/${inReview().id}/status`

function open(
  role: Admin['role'],
  change: (body: unknown) => unknown = () => ({ success: true, data: { version: 4 } }),
  part: Partial<Question> = {},
) {
  let decided = false
  const list = () => {
    const data = decided ? [] : [{ ...inReview(part), kind: 'questions', approvedVersion: before }]
    const pagination = {
      page: 1,
      pageSize: 20,
      totalCount: data.length,
      totalPages: 1,
      hasNext: false,
      hasPrev: false,
    }
    const counts = { waiting: data.length, assigned: 0, returned: 0, submitted: 0 }
    return { success: true, data, counts, pagination }
  }
  const calls = fakeNetwork({
    'GET /api/admin/reviews': list,
    'GET /api/admin/editors': () => ({ success: true, data: editors }),
    [`POST ${statusPath}`]: ({ body }) => {
      const reply = change(body)
      decided = !(reply instanceof Response)
      return reply
    },
  })
  const view = renderAt(
    '/admin/reviews',
    <ReviewQueue preview={() => <p>the preview</p>} entry={({ title }) => <p>{title}</p>} />,
  )
  view.queryClient.setQueryData(adminSelfQuery.queryKey, {
    id: role === 'author' ? 'author_1' : 'reviewer_1',
    email: 'r@example.com',
    name: 'Rosa',
    role,
    isActive: true,
    createdAt: '',
    lastLogin: null,
  })
  return { ...view, calls, sent: () => calls.filter(({ method }) => method === 'POST') }
}

describe('the review queue', () => {
  test('shows who submitted what, and the changes since the approved version', async () => {
    open('reviewer')
    await screen.findByRole('heading', { name: 'Closures: var in a loop' })
    expect(await screen.findByText(/By Ada/)).toBeDefined()
    expect(screen.getByText('Changes since the last approved version')).toBeDefined()
    expect(document.querySelector('del')?.textContent).toContain('let')
    expect(document.querySelector('ins')?.textContent).toContain('var')
    expect(screen.getByRole('link', { name: 'Waiting (1)' }).getAttribute('aria-current')).toBe('page')
  })

  test('approves with the version that was read, and moves the focus to the result', async () => {
    const { sent, user } = open('reviewer')
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    const note = await screen.findByText(/Approved. Learners can see it now./)
    expect(sent()[0]).toMatchObject({ path: statusPath, body: { status: 'approved' } })
    expect(sent()[0]?.headers.get('if-match')).toBe('"v3"')
    expect(document.activeElement?.contains(note)).toBe(true)
    expect(await screen.findByText('Nothing is waiting for review.')).toBeDefined()
  })

  test('says that learners don’t see an inactive question that is approved', async () => {
    const { user } = open('reviewer', undefined, { isActive: false })
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText(/Approved, but inactive/)).toBeDefined()
    expect(screen.queryByText(/Learners can see it now/)).toBeNull()
  })

  test('returns with a comment only', async () => {
    const { sent, user } = open('reviewer')
    await user.click(await screen.findByRole('button', { name: 'Return' }))
    const form = within(screen.getByRole('form', { name: 'Return' }))
    await user.click(form.getByRole('button', { name: 'Return to author' }))
    expect(form.getByText('Tell the author what to change.')).toBeDefined()
    expect(sent()).toEqual([])
    await user.type(form.getByLabelText('Comment'), 'Which engine?')
    await user.click(form.getByRole('button', { name: 'Return to author' }))
    await screen.findByText(/Returned to its author/)
    expect(sent().map(({ body }) => body)).toEqual([{ status: 'draft', comment: 'Which engine?' }])
  })

  test('schedules for a time in the future', async () => {
    const { sent, user } = open('reviewer')
    await user.click(await screen.findByRole('button', { name: 'Schedule' }))
    const form = within(screen.getByRole('form', { name: 'Schedule' }))
    await user.type(form.getByLabelText('Publish at'), '2020-01-01T08:00')
    await user.click(form.getByRole('button', { name: 'Schedule publishing' }))
    expect(form.getByText('Choose a time in the future.')).toBeDefined()
    await user.clear(form.getByLabelText('Publish at'))
    await user.type(form.getByLabelText('Publish at'), '2999-01-01T08:00')
    await user.click(form.getByRole('button', { name: 'Schedule publishing' }))
    await screen.findByText(/Scheduled\./)
    const publishAt = new Date('2999-01-01T08:00').toISOString()
    expect(sent().map(({ body }) => body)).toEqual([{ status: 'scheduled', publishAt, expiresAt: null }])
  })

  test('assigns active reviewers', async () => {
    const { user } = open('reviewer')
    await user.click(await screen.findByRole('button', { name: 'Assign' }))
    const choices = within(await screen.findByLabelText('Reviewer')).getAllByRole('option')
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Any reviewer', 'Rosa'])
  })

  test('says that someone else was faster', async () => {
    const { user } = open('reviewer', () => errorResponse(412, 'changed', { code: 'stale_version' }))
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText(/Someone else changed this/)).toBeDefined()
  })

  test('offers an author their own queues, and no decision', async () => {
    open('author')
    await screen.findByRole('link', { name: /Returned to you/ })
    expect(screen.queryByRole('link', { name: /Waiting/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeDefined()
  })
})

test('each role is offered what it may do', () => {
  const author = { id: 'author_1', role: 'author' } as const
  const reviewer = { id: 'reviewer_1', role: 'reviewer' } as const
  const admin = { id: 'admin_1', role: 'admin' } as const
  const draft = inReview({ status: 'draft' })
  expect(statusActions(draft, author)).toEqual(['submit'])
  expect(statusActions(draft, reviewer)).toEqual([])
  expect(statusActions(inReview(), reviewer)).toEqual(['approve', 'return', 'schedule', 'assign'])
  expect(statusActions(inReview({ createdBy: 'reviewer_1' }), reviewer)).toEqual(['withdraw'])
  expect(statusActions(inReview({ status: 'approved' }), reviewer)).toEqual([])
  expect(statusActions(inReview({ status: 'archived' }), admin)).toEqual(['reopen'])
  expect(mayEdit(draft, author)).toBe(true)
  expect(mayEdit(inReview(), author)).toBe(false)
  expect(mayEdit(draft, reviewer)).toBe(false)
  expect(mayEdit(inReview({ status: 'approved' }), admin)).toBe(true)
})
