import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { samplePreferences } from '../../testing/account-samples.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { Preferences } from './preferences.tsx'

afterEach(() => useLocale.getState().setLanguage('en'))

const choose = async (label: string) => {
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/users/me/preferences': () => ({ success: true, preferences: samplePreferences }),
    'PUT /api/users/me/preferences': ({ body }) => ({ success: true, preferences: body }),
  })
  const { user } = renderAt('/', <Preferences />)
  await user.selectOptions(screen.getByLabelText('Language'), label)
  await waitFor(() => expect(document.documentElement.lang).toBe('ar'))
  return calls
}

test('the language that a learner chooses is saved in the account', async () => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  const calls = await choose('العربية')
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      ...samplePreferences,
      language: 'ar',
    }),
  )
})

test('a visitor’s language stays on the device', async () => {
  expect(await choose('العربية')).toEqual([])
  expect(localStorage.getItem(STORAGE_KEYS.language)).toBe('ar')
})
