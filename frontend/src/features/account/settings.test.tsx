import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { sampleDevice, samplePreferences, sampleProfile } from '../../testing/account-samples.ts'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleInterview } from '../../testing/samples.ts'
import { Settings } from './settings.tsx'

/** The account on the server. */
let profile = sampleProfile()
let devices = [sampleDevice()]

const done = () => ({ success: true, message: 'Done' })

function open(answers: Parameters<typeof fakeNetwork>[0] = {}) {
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/users/me': () => ({ success: true, user: profile }),
    'PATCH /api/users/me': ({ body }) => {
      profile = { ...profile, ...(body as object) }
      return { success: true, user: profile }
    },
    'GET /api/users/me/preferences': () => ({ success: true, preferences: profile.preferences }),
    'PUT /api/users/me/preferences': ({ body }) => {
      profile = { ...profile, preferences: body as typeof samplePreferences }
      return { success: true, preferences: body }
    },
    'GET /api/auth/sessions': () => ({ success: true, data: devices, count: devices.length }),
    'GET /api/categories': () => ({
      success: true,
      data: [{ id: 'react', name: 'React', questionCount: 3 }],
      count: 1,
    }),
    ...answers,
  })
  return { calls, ...renderAt('/settings', <Settings />) }
}

const section = async (name: string) => within(await screen.findByRole('region', { name }))
const writes = (calls: Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))

beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  profile = sampleProfile()
  devices = [
    sampleDevice({ id: '6a4f5a0e-3a80-4c55-9d3c-1f6f6a5c0002', device: 'Chrome on Linux', current: true }),
    sampleDevice(),
  ]
  useSignInPrompt.getState().close()
})

describe('the profile', () => {
  test('saves independently, and confirms it until the next change', async () => {
    const { calls, user } = open()
    const { getByLabelText, getByRole, findByText, queryByText } = await section('Profile')
    await user.clear(getByLabelText('Name'))
    await user.type(getByLabelText('Name'), 'Grace')
    await user.click(getByRole('button', { name: 'Save' }))
    await findByText('Saved')
    expect(writes(calls)).toEqual([
      { method: 'PATCH', path: '/api/users/me', body: { displayName: 'Grace', photoURL: null } },
    ])
    await user.type(getByLabelText('Name'), '!')
    expect(queryByText('Saved')).toBeNull()
  })

  test('shows an error at its field and focuses the field', async () => {
    const { calls, user } = open()
    const { getByLabelText, getByRole, getByText } = await section('Profile')
    await user.type(getByLabelText(/Picture URL/), 'http://example.com/me.png')
    await user.click(getByRole('button', { name: 'Save' }))
    expect(getByText(/starts with https:\/\/\./)).toBeDefined()
    expect(document.activeElement).toBe(getByLabelText(/Picture URL/))
    expect(writes(calls)).toEqual([])
  })

  test('shows the server’s field errors and keeps what was typed', async () => {
    const details = [{ path: 'displayName', message: 'must not contain control characters' }]
    const { user } = open({ 'PATCH /api/users/me': () => errorResponse(400, 'Invalid request', { details }) })
    const { getByLabelText, getByRole, findByText, findByRole } = await section('Profile')
    await user.type(getByLabelText('Name'), ' II')
    await user.click(getByRole('button', { name: 'Save' }))
    await findByText('must not contain control characters')
    expect((await findByRole('alert')).textContent).toContain('Invalid request')
    expect(getByLabelText('Name')).toHaveProperty('value', 'Nadia II')
  })

  test('saves after signing in again if the session has ended', async () => {
    let ended = true
    const { calls, user } = open({
      'PATCH /api/users/me': () =>
        ended ? errorResponse(401, 'Authentication required') : { success: true, user: profile },
    })
    const { getByRole, findByText } = await section('Profile')
    await user.click(getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(useSignInPrompt.getState().open).toBe(true))
    ended = false
    useSignInPrompt.getState().onSuccess?.()
    await findByText('Saved')
    expect(writes(calls).filter(({ method }) => method === 'PATCH')).toHaveLength(2)
  })
})

describe('preferences', () => {
  test('are stored without overwriting changes from elsewhere', async () => {
    const { calls, user } = open()
    const { getByLabelText, getByRole, findByText, findByRole } = await section('Practice')
    profile.preferences = { ...samplePreferences, emailUpdates: true }
    await user.clear(getByLabelText('Questions a day'))
    await user.type(getByLabelText('Questions a day'), '25')
    await user.selectOptions(getByLabelText('Learning mode'), 'Guided plan')
    await user.click(
      within(await findByRole('group', { name: /Topics to focus on/ })).getByLabelText('React'),
    )
    await user.click(getByRole('button', { name: 'Save' }))
    await findByText('Saved')
    expect(writes(calls).map(({ body }) => body)).toEqual([
      {
        ...samplePreferences,
        emailUpdates: true,
        dailyGoal: 25,
        learningMode: 'guided',
        focusAreas: ['React'],
      },
    ])
  })

  test('lead to the interview date, which belongs to its plan', async () => {
    open({ 'GET /api/progress/interview': () => ({ success: true, interview: sampleInterview() }) })
    const { findByText, findByRole } = await section('Practice')
    await findByText('March 30, 2026')
    const link = await findByRole('link', { name: 'Change interview date' })
    expect(link.getAttribute('href')).toBe('/interview')
  })

  test('keep the page in the language chosen on this device', async () => {
    const { user } = open()
    await section('Practice')
    await act(() => useLocale.getState().setLanguage('ar'))
    const { getByRole, findByText } = await section('التدريب')
    await user.click(getByRole('button', { name: 'حفظ' }))
    await findByText('تم الحفظ')
    expect(useLocale.getState().language).toBe('ar')
    await act(() => useLocale.getState().setLanguage('en'))
  })

  test.each(['0', '1001', '2.5', ''])('reject a daily goal of "%s"', async (goal) => {
    const { calls, user } = open()
    const { getByLabelText, getByRole, getByText } = await section('Practice')
    await user.clear(getByLabelText('Questions a day'))
    if (goal) await user.type(getByLabelText('Questions a day'), goal)
    await user.click(getByRole('button', { name: 'Save' }))
    expect(getByText(/whole number from 1 to 1,000/)).toBeDefined()
    expect(writes(calls)).toEqual([])
  })

  test('offer this browser’s own time zone', async () => {
    const resolved = Intl.DateTimeFormat().resolvedOptions()
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...resolved,
      timeZone: 'Africa/Cairo',
    })
    const { user } = open()
    const { getByLabelText, getByRole } = await section('Practice')
    await user.click(getByRole('button', { name: "Use this browser's time zone: Africa/Cairo" }))
    expect(getByLabelText('Time zone')).toHaveProperty('value', 'Africa/Cairo')
    expect(document.activeElement).toBe(getByLabelText('Time zone'))
    vi.restoreAllMocks()
  })
})

describe('mail and reminders', () => {
  test('are saved on click, and a quick second click keeps the first', async () => {
    const answered = Promise.withResolvers<void>()
    const { user } = open({
      'PUT /api/users/me/preferences': async ({ body }) => {
        await answered.promise
        profile = { ...profile, preferences: body as typeof samplePreferences }
        return { success: true, preferences: body }
      },
    })
    const { getByLabelText, findByText } = await section('Emails and reminders')
    await user.click(getByLabelText(/A reminder/))
    await user.click(getByLabelText('Product news by email'))
    expect(getByLabelText(/A reminder/)).toHaveProperty('checked', false)
    expect(getByLabelText('Product news by email')).toHaveProperty('checked', true)
    answered.resolve()
    await findByText('Saved')
    expect(profile.preferences).toEqual({
      ...samplePreferences,
      notifications: { ...samplePreferences.notifications, learningReminders: false },
      emailUpdates: true,
    })
    expect(getByLabelText(/A reminder/)).toHaveProperty('checked', false)
    expect(getByLabelText('Product news by email')).toHaveProperty('checked', true)
  })

  test('are reverted if they could not be saved', async () => {
    const { user } = open({ 'PUT /api/users/me/preferences': () => errorResponse(409, 'Not now') })
    const { getByLabelText, findByRole } = await section('Emails and reminders')
    await user.click(getByLabelText('Product news by email'))
    expect((await findByRole('alert')).textContent).toContain('Not now')
    await waitFor(() => expect(getByLabelText('Product news by email')).toHaveProperty('checked', false))
  })
})

describe('devices', () => {
  test('mark this one, and sign out another', async () => {
    const { user } = open({
      [`DELETE /api/auth/sessions/${sampleDevice().id}`]: () => {
        devices = devices.slice(0, 1)
        return done()
      },
    })
    const { findByText, getByRole, queryByRole } = await section('Devices')
    await findByText('this device')
    expect(queryByRole('button', { name: 'Sign out on Chrome on Linux' })).toBeNull()
    await user.click(getByRole('button', { name: 'Sign out on Firefox on Windows' }))
    await findByText('Signed out on Firefox on Windows.')
    await waitFor(() => expect(document.activeElement).toBe(getByRole('list')))
    expect(queryByRole('button', { name: 'Sign out on all other devices' })).toBeNull()
  })
})

describe('sign-in methods', () => {
  test('a new password is entered twice and sent once; then the fields are empty', async () => {
    const { calls, user } = open({ 'POST /api/users/me/password': done })
    const { getByText, getAllByLabelText, getByLabelText, getByRole, findByText } = await section('Sign-in')
    await user.click(getByText('Change password', { selector: 'summary' }))
    const current = getAllByLabelText('Current password').at(-1) as HTMLInputElement
    await user.type(current, 'old one')
    await user.type(getByLabelText('New password'), 'brand new')
    await user.type(getByLabelText('Confirm password'), 'brand old')
    await user.click(getByRole('button', { name: 'Change password' }))
    expect(getByText('Passwords do not match')).toBeDefined()
    await user.clear(getByLabelText('Confirm password'))
    await user.type(getByLabelText('Confirm password'), 'brand new')
    await user.click(getByRole('button', { name: 'Change password' }))
    await findByText(/Your password was changed/)
    expect(writes(calls).map(({ body }) => body)).toEqual([
      { currentPassword: 'old one', newPassword: 'brand new', confirmPassword: 'brand new' },
    ])
    expect(current.value).toBe('')
  })

  test('an account without a password can add one, and is deleted by an emailed link', async () => {
    profile = sampleProfile({
      hasPassword: false,
      isEmailVerified: true,
      identities: [{ provider: 'github', email: null, linkedAt: learner.createdAt }],
    })
    const { calls, user } = open({
      'POST /api/auth/password/forgot': done,
      'POST /api/users/me/erasure-code': done,
    })
    const signIn = await section('Sign-in')
    expect(signIn.queryByLabelText('Current password')).toBeNull()
    expect(signIn.getByText(/You can also sign in with Github/)).toBeDefined()
    await user.click(signIn.getByRole('button', { name: 'Email me a link to set a password' }))
    await signIn.findByText('Check your inbox for the link.')
    const data = await section('Your data')
    await user.click(data.getByText('Delete account and data'))
    await user.click(data.getByRole('button', { name: 'Email me a confirmation link' }))
    await data.findByText(/works for one hour/)
    expect(writes(calls).map(({ path }) => path)).toEqual([
      '/api/auth/password/forgot',
      '/api/users/me/erasure-code',
    ])
  })
})

test('the page shows the storage limits of an account', async () => {
  open()
  const limits = await section('Your data')
  expect(limits.getByText('Notes: 2,000 in total')).toBeDefined()
  expect(limits.getByText(/^Challenge code .*: 2 MB a day · 10 MB in total$/)).toBeDefined()
})

test('a visitor is asked to sign in', async () => {
  localStorage.clear()
  open()
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined()
  expect(screen.queryByRole('region')).toBeNull()
})
