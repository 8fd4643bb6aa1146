import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { launchLastingChromium, temporaryFolder } from '@rehearse/testing'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { answerOffline } from '../support/answer-offline.ts'
import { patience, signIn } from '../support/browser.ts'
import { type Learner, newLearner, visitor } from '../support/client.ts'
import { practiceOfOne, recordedAnswers } from '../support/questions.ts'

const { url, admin } = inject('platform')

let folder: string
let browser: BrowserContext
let page: Page
beforeEach(async () => {
  folder = (await temporaryFolder()).path
  browser = await launchLastingChromium(folder, { baseURL: url })
  browser.setDefaultTimeout(patience)
  page = browser.pages()[0] ?? (await browser.newPage())
})
afterEach(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Everything that this origin has stored on the device, except the app's files. */
const everyStorage = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const found = { local: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie }
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const rows = await done(database.transaction(store).objectStore(store).getAll())
      if (rows.length > 0) found[name + '/' + store] = rows
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    if (name.startsWith('app-')) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      found[name + ' ' + request.url] = await (await cache.match(request)).text()
    }
  }
  return found
})()`
const stored = () => page.evaluate<Record<string, unknown>>(everyStorage)
const storedText = async () => JSON.stringify(await stored())

const signedInAs = (shown: Page) => shown.getByText('Signed in as Ada Lovelace')
const askToSignIn = (shown: Page) => shown.getByRole('button', { name: 'Sign in', exact: true }).first()
const signOut = (shown: Page) => shown.getByRole('button', { name: 'Sign out', exact: true }).click()
/** Whether the sign-out has finished, as seen on the next page. */
const isFinished = () =>
  expect.poll(async () => Object.keys((await stored()).local as object)).not.toContain('sign_out')

async function comeAs(learner: Learner, path = '/'): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate("localStorage.setItem('theme', 'light'); localStorage.setItem('direction', 'rtl')")
  await signIn(page, learner)
  await page.goto(path)
  await signedInAs(page).waitFor({ state: 'attached' })
}

/** Uses every feature that stores text, with words that can be searched for. */
async function useEverything(learner: Learner, word: string): Promise<void> {
  await page.getByRole('link', { name: 'Skip' }).or(page.getByRole('main')).first().waitFor()
  await page.goto(await practiceOfOne({ title: `One question ${word}` }))
  await page.getByRole('heading', { level: 1, name: /One question/ }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await expect.poll(storedText).toContain('rehearse/questions')
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await page.getByText('The tag of objects was zero').waitFor()
  const { body } = await learner.call<{ data: { id: string }[] }>('/api/questions/unified?pageSize=1')
  await learner.call(`/api/progress/notes/${body.data[0]?.id}`, {
    method: 'PUT',
    body: { text: `${word} note` },
  })
  for (const path of ['/bookmarks', '/flashcards', '/dashboard', '/progress', '/notices']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await page.goto('/coding/todo-list')
  const editor = page.getByRole('textbox', { name: 'JavaScript', exact: true })
  await editor.focus()
  await page.keyboard.insertText(`// ${word} code\n`)
  await page.goto('/ai-mock-interview')
  await page.getByRole('button', { name: 'Start interview' }).click()
  await page.getByRole('textbox', { name: 'Your answer' }).fill(`${word} interview`)
  await expect.poll(storedText).toContain(`${word} interview`)
  expect(await storedText()).toContain(`${word} code`)
  // Leaving the page may have interrupted the save: another page repeats it.
  const waiting = async () => (await stored())['rehearse/answers'] ?? []
  const kept = async () => ({ saved: await recordedAnswers(learner), waiting: await waiting() })
  await expect.poll(kept).toEqual({ saved: 1, waiting: [] })
}

async function useAdministration(word: string): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.goto('/admin/content')
  await page.evaluate(
    `localStorage.setItem('content_drafts_paths@admin:' + JSON.parse(localStorage.admin_session).id, '[{"title":"${word} draft"}]')`,
  )
}

/**
 * Chromium 156 may crash a tab while a sign-out reloads it (a null pointer of its own): then one opens the page again, and
 * what the sign-out promises must hold all the same. @returns the tab, or the one opened instead, once it asks to sign in
 */
function reopenCrashed(...tabs: Page[]): (tab: Page) => Promise<Page> {
  const crashed = new Set<Page>()
  for (const tab of tabs) tab.on('crash', () => crashed.add(tab))
  return async (tab) => {
    try {
      await askToSignIn(tab).waitFor()
      return tab
    } catch (error) {
      if (!crashed.has(tab)) throw error
    }
    const next = await browser.newPage()
    await next.goto('/progress')
    await next.goto('/dashboard')
    await askToSignIn(next).waitFor()
    return next
  }
}

async function toOfflinePractice(): Promise<void> {
  await page.goto('/questions?learningPath=css-practice')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const kept = async () => ((await stored())['rehearse/questions'] as unknown[] | undefined)?.length ?? 0
  await expect.poll(kept).toBeGreaterThanOrEqual(3)
  await browser.setOffline(true)
  await page.reload()
}

test('after sign-out no storage holds anything of the learner, nor of an admin after theirs', async () => {
  const learner = await newLearner()
  const word = `secret-${randomUUID()}`
  await comeAs(learner)
  await useEverything(learner, word)
  await useAdministration(word)
  expect(await storedText()).toContain(`${word} draft`)
  await page.goto('/progress')
  await page.goto('/dashboard')
  const other = await browser.newPage()
  await other.goto('/progress')
  await signedInAs(other).waitFor({ state: 'attached' })
  for (const tab of [page, other]) await tab.waitForLoadState('networkidle')
  await page.bringToFront()

  const reopened = reopenCrashed(page, other)
  await signOut(page)
  page = await reopened(page)
  await reopened(other)
  await isFinished()
  const left = await storedText()
  for (const mark of [learner.uid, learner.email, `${word} interview`, `${word} code`, 'One question']) {
    expect(left).not.toContain(mark)
  }
  // The admin has a separate session that is still signed in.
  expect(left).toContain(`${word} draft`)
  for (const tab of browser.pages()) if (tab !== page) await tab.close()

  // Going back shows no one's stats.
  await page.goBack()
  await askToSignIn(page).waitFor()
  expect(await page.content()).not.toContain('Ada Lovelace')

  await page.goto('/admin/dashboard')
  await signOut(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard 1 draft and sign out' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await isFinished()
  const { local, session, ...beside } = await stored()
  expect(local).toMatchObject({ theme: 'light', direction: 'rtl' })
  expect(JSON.stringify(local)).not.toMatch(new RegExp(`${word}|${admin.email}|${learner.uid}`))
  expect(session).toEqual({})
  expect(JSON.stringify(beside)).not.toMatch(new RegExp(`${word}|${admin.email}|${learner.uid}`))
  expect((await page.request.get('/api/admin/auth')).status()).toBe(401)
})

test('signing out offline asks, clears the device, and ends the session when the network is back', async () => {
  const learner = await newLearner()
  await comeAs(learner)
  await toOfflinePractice()
  await answerOffline(page)
  await answerOffline(page)
  await signOut(page)
  const dialog = page.getByRole('alertdialog', { name: '2 answers aren’t synced yet' })
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await storedText()).toContain('rehearse/answers')

  await signOut(page)
  await dialog.getByRole('button', { name: 'Discard 2 answers and sign out' }).click()
  await askToSignIn(page).waitFor()
  await expect.poll(storedText).not.toContain(learner.uid)
  const { local, ...beside } = await stored()
  expect(local).toMatchObject({ theme: 'light', direction: 'rtl' })
  expect(beside).toEqual({ session: {}, cookies: '' })

  await browser.setOffline(false)
  await isFinished()
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)
  await page.reload()
  await askToSignIn(page).waitFor()
  expect(await recordedAnswers(learner)).toBe(0)
})

test('an expired session clears nothing; another learner neither sees nor sends its answers, which count for the first', async () => {
  const [first, second] = [await newLearner(), await newLearner()]
  const word = `secret-${randomUUID()}`
  await comeAs(first)
  await useEverything(first, word)
  await toOfflinePractice()
  await answerOffline(page)
  await page.goto('/jobs')
  await endSessions(first)
  const before = await storedText()
  await browser.setOffline(false)
  await page.reload()
  await askToSignIn(page).waitFor()
  expect(before).toContain('rehearse/answers')
  const kept = await storedText()
  for (const mark of ['rehearse/answers', `${word} interview`, `${word} code`]) expect(kept).toContain(mark)
  await page.goto('/ai-mock-interview')
  await page.getByRole('button', { name: 'Start interview' }).waitFor()
  expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0)

  await comeAs(second, '/coding/todo-list')
  const editor = page.getByRole('textbox', { name: 'JavaScript', exact: true })
  await editor.waitFor()
  expect(await editor.textContent()).not.toContain(word)
  await page.goto('/waiting')
  await page.getByText('No answers to sync').waitFor()
  await signOut(page)
  await askToSignIn(page).waitFor()
  await isFinished()
  expect(await recordedAnswers(second)).toBe(0)
  // This learner can't discard another learner's unsent answers.
  expect(await storedText()).toContain('rehearse/answers')
  for (const mark of [`${word} interview`, `${word} code`]) expect(await storedText()).not.toContain(mark)

  expect(await recordedAnswers(first)).toBe(1)
  await comeAs(first)
  await expect.poll(() => recordedAnswers(first)).toBe(2)
  expect(await interviewsOf(second)).toBe(0)
  await expect.poll(() => interviewsOf(first)).toBe(1)
  await expect.poll(storedText).not.toContain('rehearse/answers')
})

test('signing out clears the HTTP cache, and no storage by itself', async () => {
  const { headers } = await visitor('/api/auth/logout', { method: 'POST' })
  expect(headers.get('clear-site-data')).toBe('"cache"')
})

/** How many mock interviews are in the account. */
async function interviewsOf({ call }: Learner): Promise<number> {
  const { body } = await call<{ interviews: object[] }>('/api/progress/mock-interviews')
  return body.interviews.length
}

/** Ends the learner's sessions from another device. */
async function endSessions({ call }: Learner): Promise<void> {
  const { status } = await call('/api/auth/sessions', { method: 'DELETE' })
  expect(status).toBe(200)
}
