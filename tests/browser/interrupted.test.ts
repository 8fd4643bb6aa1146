import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from '../support/browser.ts'
import { type Learner, newLearner } from '../support/client.ts'
import { someOf } from '../support/depth.ts'
import { practiceOfOne, recordedAnswers } from '../support/questions.ts'

const anyFailure = /Failed to load resource/
const fail = (route: Route) =>
  route.fulfill({ status: 500, json: { success: false, error: 'Out of order', code: 'internal' } })
const goAway = (route: Route) => route.abort('connectionrefused')

const question = (page: Page) => page.getByRole('heading', { level: 1, name: /One question/ })

async function answerRight(page: Page): Promise<void> {
  await question(page).waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
}

test('a session ends during an answer: after sign-in the answer counts once, as it was given', async () => {
  const learner = await newLearner()
  const page = await openPage(await practiceOfOne(), { as: learner })
  await question(page).waitFor()
  await endOtherSessions(learner)
  await expect.poll(async () => (await page.request.get('/api/auth/me')).status()).toBe(401)
  await answerRight(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(learner.email)
  await dialog.getByLabel('Password', { exact: true }).fill(learner.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Correct' }).waitFor()
  await page.getByText(/1-day streak, /).waitFor({ state: 'attached' })
  expect(await recordedAnswers(learner)).toBe(1)
})

test.each(
  someOf([
    ['is gone', goAway],
    ['fails', fail],
  ] as const),
)(
  'a server that %s while a learner answers: the answer is judged here, waits, and counts once',
  async (_what, failing) => {
    const learner = await newLearner()
    const page = await openPage(await practiceOfOne(), { as: learner, mayComplain: anyFailure })
    await question(page).waitFor()
    await page.route('**/api/progress/save*', failing)
    await answerRight(page)
    await page.getByRole('heading', { name: 'Correct' }).waitFor()
    await page.getByText('This answer is saved on your device').waitFor()
    await page.getByText('1 answer to sync.').waitFor()
    expect(await recordedAnswers(learner)).toBe(0)
    // The device also sends by itself every 10 s: once the server is back, the button may be gone before a click.
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.unroute('**/api/progress/save*')
    await page.getByText('1 answer synced.').waitFor()
    expect(await recordedAnswers(learner)).toBe(1)
  },
)

test.each(
  someOf([
    ['fails', fail, 'Out of order'],
    ['is gone', goAway, 'The server could not be reached. Check your connection, then try again.'],
  ] as const),
)(
  'a server that %s while a visitor answers says so, and the same choice is sent again',
  async (_what, failing, says) => {
    const page = await openPage(await practiceOfOne(), { mayComplain: anyFailure })
    await question(page).waitFor()
    await page.route('**/check', failing)
    await answerRight(page)
    const alert = page.getByRole('alert')
    await alert.getByText(says).waitFor()
    await page.unroute('**/check')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Correct' }).waitFor()
  },
)

test('questions that fail to load are retried automatically, then by a button', async () => {
  const page = await openPage('/jobs', { mayComplain: anyFailure })
  let asked = 0
  await page.route('**/api/questions/unified*', (route) => {
    asked += 1
    return fail(route)
  })
  const path = await practiceOfOne()
  await page.goto(path)
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load questions' })
  await alert.waitFor()
  expect(asked).toBe(3)
  await page.unroute('**/api/questions/unified*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await question(page).waitFor()
})

test('on a slow network a placeholder shows first, an overlay while signing out, and stats give up after 10 s', async () => {
  const learner = await newLearner()
  const page = await openPage('/jobs', { as: learner })
  const held = new Set<() => void>()
  const hold = (route: Route) =>
    new Promise<void>((resolve) => held.add(() => void route.continue().finally(resolve)))
  const letGo = () => {
    for (const go of held) go()
    held.clear()
  }

  await page.route('**/api/questions/unified*', hold)
  await page.route('**/api/progress/get', hold)
  await page.goto(await practiceOfOne())
  await page.getByRole('main').getByRole('status').filter({ hasText: 'Loading...' }).waitFor()
  await page.getByText('Loading timeout - using default values').waitFor()
  letGo()
  await question(page).waitFor()

  await page.route('**/api/auth/logout', hold)
  const asked = page.waitForRequest('**/api/auth/logout')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('status').filter({ hasText: 'Signing out...' }).waitFor()
  await asked
  letGo()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
})

/** Ends the learner's sessions as if from another device, which stays signed in. */
async function endOtherSessions({ call }: Learner): Promise<void> {
  const { body } = await call<{ data: { id: string; current: boolean }[] }>('/api/auth/sessions')
  for (const { id, current } of body.data) {
    if (!current) await call(`/api/auth/sessions/${id}`, { method: 'DELETE' })
  }
}
