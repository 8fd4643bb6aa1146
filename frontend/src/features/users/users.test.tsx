import type { Admin, LearnerAccount } from '@rehearse/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { Admins } from './admins.tsx'
import { LearnerPage } from './learner-page.tsx'
import { Learners } from './learners.tsx'

const uid = '6a4f5a0e-3a80-4c55-9d3c-1f6f6a5c0001'
const nadia: LearnerAccount = {
  uid,
  email: 'nadia@example.com',
  displayName: 'Nadia',
  photoURL: null,
  provider: 'password',
  isEmailVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastLoginAt: null,
  disabledAt: null,
  disabledReason: null,
}
const root: Admin = {
  id: 'admin_1',
  email: 'root@example.com',
  name: 'Root',
  role: 'super_admin',
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastLogin: null,
}
const grace: Admin = { ...root, id: 'admin_2', email: 'grace@example.com', name: 'Grace', role: 'admin' }
const pagination = { page: 1, pageSize: 10, totalCount: 1, totalPages: 1, hasNext: false, hasPrev: false }

let learner = nadia
let self = root
let admins = [grace, root]
beforeEach(() => {
  learner = nadia
  self = root
  admins = [grace, root]
})

function open(address: string, answers: Parameters<typeof fakeNetwork>[0] = {}) {
  const calls = fakeNetwork({
    'GET /api/admin/auth': () => ({ success: true, admin: self }),
    'GET /api/admin/users': () => ({ success: true, data: [learner], pagination }),
    [`GET /api/admin/users/${uid}`]: () => ({ success: true, data: { ...learner, sessionCount: 2 } }),
    [`PATCH /api/admin/users/${uid}`]: ({ body }) => {
      const { disabled, reason = null } = body as { disabled: boolean; reason?: string }
      const disabledAt = disabled ? '2026-11-01T10:00:00.000Z' : null
      learner = { ...learner, disabledAt, disabledReason: reason }
      return { success: true, data: learner, message: 'done' }
    },
    [`GET /api/admin/progress/learners/${uid}`]: ({ query }) => ({
      success: true,
      asOf: '2026-11-22T00:00:00.000Z',
      events: query.has('asOf') ? 1 : 3,
      progress: {
        totalQuestions: query.has('asOf') ? 1 : 3,
        correctAnswers: 1,
        accuracy: 33,
        timeSpent: 60,
        currentStreak: 1,
        longestStreak: 1,
        achievements: { totalPoints: 10, level: 1, experience: 10 },
      },
      badges: [],
      milestones: [],
      sectionsCompleted: [],
      challenges: [],
    }),
    [`GET /api/admin/progress/learners/${uid}/events`]: () => ({
      success: true,
      events: [
        {
          eventId: uid,
          streamVersion: 1,
          position: 9,
          type: 'AnswerSubmitted',
          schemaVersion: 1,
          recordedAt: '2026-11-20T10:00:00.000Z',
          data: { questionTitle: 'Four timers', isCorrect: true, timeZone: 'Asia/Tokyo' },
        },
      ],
      pagination,
    }),
    'GET /api/admin/admins': () => ({ success: true, data: admins, count: admins.length }),
    ...answers,
  })
  const view = renderAt(
    address,
    <Routes>
      <Route path="admin/users" element={<Learners />} />
      <Route path="admin/users/admins" element={<Admins />} />
      <Route path="admin/users/:uid" element={<LearnerPage />} />
    </Routes>,
  )
  return { calls, ...view }
}

const asked = (calls: Call[], path: string) =>
  calls.filter((call) => call.path === path && call.method === 'GET').map(({ query }) => String(query))
const writes = (calls: Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))

describe('the list of learners', () => {
  test('is searched and filtered on the server, and returns to page 1', async () => {
    const { calls, user } = open('/admin/users?page=3')
    await screen.findByRole('link', { name: 'Nadia' })
    await user.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'nad')
    await user.selectOptions(screen.getByLabelText('Account'), 'Disabled')
    await waitFor(() =>
      expect(asked(calls, '/api/admin/users').at(-1)).toBe(
        'page=1&pageSize=10&orderBy=createdAt&orderDirection=desc&search=nad&disabled=true',
      ),
    )
    expect(asked(calls, '/api/admin/users')[0]).toContain('page=3')
  })

  test('is sorted by a column header, from the first page on', async () => {
    self = grace
    const { user, calls } = open('/admin/users?page=2')
    await user.click(await screen.findByRole('button', { name: 'Last sign-in' }))
    await waitFor(() =>
      expect(asked(calls, '/api/admin/users').at(-1)).toBe(
        'page=1&pageSize=10&orderBy=lastLoginAt&orderDirection=desc',
      ),
    )
    const head = screen.getByRole('columnheader', { name: 'Last sign-in' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
  })

  test('links to admins for super admins only', async () => {
    self = grace
    const { unmount } = open('/admin/users')
    await screen.findByRole('link', { name: 'Nadia' })
    expect(screen.queryByRole('link', { name: 'Admins' })).toBeNull()
    unmount()
    self = root
    open('/admin/users')
    expect(await screen.findByRole('link', { name: 'Admins' })).toBeDefined()
  })

  test('shows that no one matches, and clears the filters', async () => {
    const { user } = open('/admin/users?search=nobody', {
      'GET /api/admin/users': ({ query }) =>
        query.has('search')
          ? { success: true, data: [], pagination: { ...pagination, totalCount: 0 } }
          : { success: true, data: [learner], pagination },
    })
    await screen.findByText('No learners match these filters.')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await screen.findByRole('link', { name: 'Nadia' })
  })

  test('can be loaded again after a failure', async () => {
    let fails = true
    const { user } = open('/admin/users', {
      'GET /api/admin/users': () =>
        fails ? errorResponse(400, 'Not now') : { success: true, data: [learner], pagination },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Not now')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('link', { name: 'Nadia' })
  })
})

describe('one learner', () => {
  test('is shown as of the end of a day, with the events up to then', async () => {
    const { calls, user } = open(`/admin/users/${uid}`)
    await screen.findByText(/Based on 3 recorded events/)
    await user.type(screen.getByLabelText('As of'), '2026-11-20')
    await screen.findByText(/As of the end of November 20, 2026 · Based on 1 recorded event/)
    const end = encodeURIComponent(new Date('2026-11-20T23:59:59.999').toISOString())
    const path = `/api/admin/progress/learners/${uid}`
    expect(asked(calls, path)).toEqual(['', `asOf=${end}`])
    await waitFor(() =>
      expect(asked(calls, `${path}/events`)).toEqual([
        'page=1&pageSize=10',
        `asOf=${end}&page=1&pageSize=10`,
      ]),
    )
    expect(await screen.findByText('Answer, correct')).toBeDefined()
    expect(screen.getByText(/"timeZone": "Asia\/Tokyo"/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Now' }))
    await screen.findByText(/Based on 3 recorded events/)
  })

  test('is disabled with a reason, and enabled again', async () => {
    const { calls, user } = open(`/admin/users/${uid}`)
    await user.click(await screen.findByRole('button', { name: 'Disable account' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Disable Nadia' }))
    await user.click(dialog.getByRole('button', { name: 'Disable account' }))
    expect(dialog.getByText('Enter a reason.')).toBeDefined()
    expect(writes(calls)).toEqual([])
    await user.type(dialog.getByLabelText('Reason'), 'Sells answers')
    await user.click(dialog.getByRole('button', { name: 'Disable account' }))
    await screen.findByText('Sells answers')
    await user.click(await screen.findByRole('button', { name: 'Enable account' }))
    await screen.findByRole('button', { name: 'Disable account' })
    expect(writes(calls).map(({ body }) => body)).toEqual([
      { disabled: true, reason: 'Sells answers' },
      { disabled: false },
    ])
  })

  test('is deleted only after typing their email address', async () => {
    const receipt = { id: 'receipt-1', requestedAt: nadia.createdAt, completedAt: null, services: [] }
    const { calls, user } = open(`/admin/users/${uid}`, {
      [`DELETE /api/admin/users/${uid}`]: () => ({
        success: true,
        message: 'The learner is erased',
        receipt,
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Delete learner and data' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Nadia and their data' }))
    const field = dialog.getByLabelText('Type nadia@example.com to confirm')
    await user.type(field, 'nadja@example.com')
    await user.click(dialog.getByRole('button', { name: 'Delete learner and data' }))
    expect(dialog.getByText('This doesn’t match the learner’s email address.')).toBeDefined()
    expect(writes(calls)).toEqual([])
    await user.clear(field)
    await user.type(field, 'nadia@example.com')
    await user.click(dialog.getByRole('button', { name: 'Delete learner and data' }))
    const link = await screen.findByRole('link', { name: 'View receipt' })
    expect(link.getAttribute('href')).toBe('/auth/erase-account?receipt=receipt-1')
    expect(writes(calls).map(({ body }) => body)).toEqual([{ confirm: 'nadia@example.com' }])
  })

  test('who doesn’t exist is reported as not found', async () => {
    open(`/admin/users/${uid}`, {
      [`GET /api/admin/users/${uid}`]: () => errorResponse(404, 'Learner not found'),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Learner not found.')
  })
})

describe('admins', () => {
  test("are hidden from admins who aren't super admins", async () => {
    self = grace
    const { calls } = open('/admin/users/admins')
    await screen.findByText('Only super admins can manage admins.')
    expect(calls.map(({ path }) => path)).not.toContain('/api/admin/admins')
    expect(screen.queryByRole('button', { name: 'Add admin' })).toBeNull()
  })

  test('are added, each email address once', async () => {
    let taken = true
    const { calls, user } = open('/admin/users/admins', {
      'POST /api/admin/admins': ({ body }) => {
        if (taken) return errorResponse(409, 'Admin with this email already exists')
        const made = { ...grace, ...(body as object), id: 'admin_3' }
        admins = [made, ...admins]
        return { success: true, data: made, message: 'Admin created successfully' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Add admin' }))
    const form = within(screen.getByRole('region', { name: 'New admin' }))
    await user.click(form.getByRole('button', { name: 'Create admin' }))
    expect(form.getAllByText('Please fill in this field.')).toHaveLength(3)
    await user.type(form.getByLabelText('Name'), 'Ada')
    await user.type(form.getByLabelText('Email'), 'ada@example.com')
    await user.type(form.getByLabelText('Password'), 'analytical')
    await user.click(form.getByRole('button', { name: 'Create admin' }))
    await form.findByText('Admin with this email already exists')
    taken = false
    await user.click(form.getByRole('button', { name: 'Create admin' }))
    await screen.findByRole('rowheader', { name: 'Ada' })
    const keys = calls
      .filter(({ method }) => method === 'POST')
      .map((call) => call.headers.get('idempotency-key'))
    expect(keys[0]).toBe(keys[1])
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      password: 'analytical',
      role: 'admin',
    })
  })

  test('are deactivated after a confirmation, and reactivated', async () => {
    const { calls, user } = open('/admin/users/admins', {
      'PATCH /api/admin/admins/admin_2': ({ body }) => {
        admins = admins.map((admin) => (admin.id === 'admin_2' ? { ...admin, ...(body as object) } : admin))
        return { success: true, data: grace, message: 'done' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Deactivate Grace' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate Grace' }))
    expect(writes(calls)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await user.click(await screen.findByRole('button', { name: 'Reactivate Grace' }))
    await screen.findByRole('button', { name: 'Deactivate Grace' })
    expect(writes(calls).map(({ body }) => body)).toEqual([{ isActive: false }, { isActive: true }])
  })

  test('become authors and reviewers at once, super admins after a confirmation', async () => {
    const { calls, user } = open('/admin/users/admins', {
      'PATCH /api/admin/admins/admin_2': ({ body }) => {
        admins = admins.map((admin) => (admin.id === 'admin_2' ? { ...admin, ...(body as object) } : admin))
        return { success: true, data: grace, message: 'done' }
      },
    })
    const role = await screen.findByLabelText('Role of Grace')
    await user.selectOptions(role, 'Reviewer')
    await waitFor(() => expect(role).toHaveProperty('value', 'reviewer'))
    await user.selectOptions(role, 'Super admin')
    const name = 'Make Grace a super admin'
    const dialog = within(await screen.findByRole('alertdialog', { name }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(writes(calls).map(({ body }) => body)).toEqual([{ role: 'reviewer' }])
    expect(role).toHaveProperty('value', 'reviewer')
    await user.selectOptions(role, 'Super admin')
    await user.click(await screen.findByRole('button', { name: 'Make super admin' }))
    await waitFor(() => expect(role).toHaveProperty('value', 'super_admin'))
    expect(writes(calls).map(({ body }) => body)).toEqual([{ role: 'reviewer' }, { role: 'super_admin' }])
  })

  test('keep their last super admin, with the server’s message', async () => {
    const words = 'The last active super admin cannot be deactivated or demoted'
    const { user } = open('/admin/users/admins', {
      'PATCH /api/admin/admins/admin_1': () => errorResponse(409, words),
    })
    await user.selectOptions(await screen.findByLabelText('Role of Root'), 'Admin')
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(screen.getByLabelText('Role of Root')).toHaveProperty('value', 'super_admin')
  })

  test('are reset after confirming with one’s own password; a link that isn’t emailed is shown once', async () => {
    let isRight = false
    const { calls, user } = open('/admin/users/admins', {
      'POST /api/admin/admins/admin_2/password-reset': () =>
        isRight
          ? {
              success: true,
              data: {
                mailedTo: null,
                link: '/admin/reset-password#token=secret',
                expiresAt: '2026-11-23T10:00:00.000Z',
              },
              message: 'Password reset',
            }
          : errorResponse(400, 'The current password is wrong', { code: 'wrong_password' }),
    })
    const name = 'Reset password for Grace'
    await user.click(await screen.findByRole('button', { name }))
    expect(screen.queryByRole('button', { name: 'Reset password for Root' })).toBeNull()
    const dialog = within(await screen.findByRole('alertdialog', { name }))
    const press = () => user.click(dialog.getByRole('button', { name: 'Reset password' }))
    await press()
    expect(dialog.getByText('Please fill in this field.')).toBeDefined()
    expect(writes(calls)).toEqual([])
    await user.type(dialog.getByLabelText('Your own password'), 'mine')
    await press()
    expect(await dialog.findByText('The password is incorrect.')).toBeDefined()
    isRight = true
    await press()
    const link = await dialog.findByLabelText('Link to choose a new password')
    expect(link).toHaveProperty('value', `${location.origin}/admin/reset-password#token=secret`)
    expect(writes(calls).at(-1)?.body).toEqual({ password: 'mine', removeSecondFactor: false })
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})
