import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from '../support/browser.ts'
import { type Learner, newLearner } from '../support/client.ts'
import { newPath, newQuestion, practiceOfOne } from '../support/questions.ts'

let learner: Learner
beforeEach(async () => {
  learner = await newLearner()
})

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const focused = (page: Page) => page.evaluate<string>("document.activeElement?.textContent?.trim() ?? ''")
const tabTo = async (page: Page, text: string) => {
  for (let steps = 0; steps < 40 && !(await focused(page)).startsWith(text); steps += 1)
    await press(page, 'Tab')
  expect(await focused(page)).toMatch(new RegExp(`^${text}`))
}
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()

/** A path of two questions: one with a single correct option, one with several. */
async function pathOfTwo(): Promise<string> {
  const learningPath = await newPath()
  await newQuestion({ learningPath })
  await newQuestion({
    learningPath,
    type: 'multiple',
    options: [
      { text: 'HTML', isCorrect: true },
      { text: 'Basic', isCorrect: false },
      { text: 'CSS', isCorrect: true },
    ],
  })
  return `/questions?learningPath=${learningPath}`
}

test('a whole session by keyboard alone: Tab, 1 to 9, arrows, Enter, and on to the stats', async () => {
  const page = await openPage(await pathOfTwo(), { as: learner })
  for (let turn = 0; turn < 2; turn += 1) {
    const question = page.getByRole('article')
    const choice = question.getByRole('radio').or(question.getByRole('checkbox'))
    await choice.first().waitFor()
    if ((await question.getByRole('checkbox').count()) > 0)
      await press(page, '1', 'ArrowDown', 'ArrowDown', ' ')
    else await press(page, '1', 'ArrowDown')
    await press(page, 'Enter')
    await heading(page, 'Correct').waitFor()
    // The focus moves to what changed.
    expect(await focused(page)).toMatch(/^Correct/)
    await press(page, 'Enter')
  }
  await heading(page, 'Session complete: 2 of 2 correct').waitFor()
  expect(await focused(page)).toBe('Session complete: 2 of 2 correct')
  await tabTo(page, 'View progress')
  await press(page, 'Enter')
  await page.getByRole('heading', { level: 1, name: 'Progress' }).waitFor()
})

test('a bookmark, a note and a report are there when the learner returns to the question', async () => {
  const path = await practiceOfOne()
  const page = await openPage(path, { as: learner })
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await page.getByRole('button', { name: 'Bookmarked', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByLabel('Your note').fill('typeof null: an old mistake')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await page.getByLabel("What's wrong?").selectOption('Typo')
  await page.getByLabel('Details').fill('It says mill.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByText("We'll look into it").waitFor()

  await page.goto('/dashboard')
  await page.goto(path)
  await page.getByRole('button', { name: 'Bookmarked', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await expect.poll(() => page.getByLabel('Your note').inputValue()).toBe('typeof null: an old mistake')
  const { body } = await learner.call<{ data: { text: string }[] }>('/api/questions/reports')
  expect(body.data.map(({ text }) => text)).toEqual(['It says mill.'])
})

test('Today follows an answer from another tab', async () => {
  const page = await openPage(await practiceOfOne(), { as: learner })
  const dashboard = await page.context().newPage()
  await dashboard.goto('/dashboard')
  await dashboard.getByRole('heading', { name: 'Answer your first question' }).waitFor()
  await dashboard.evaluate('globalThis.sameTab = true')
  await page.bringToFront()
  await heading(page, /One question/).waitFor()
  await press(page, '2', 'Enter')
  await heading(page, 'Correct').waitFor()
  await dashboard.getByText('1 of 10 today').waitFor()
  expect(await dashboard.evaluate('globalThis.sameTab')).toBe(true)
})

test('nothing moves with reduced motion', async () => {
  const page = await openPage(await practiceOfOne(), { as: learner, reducedMotion: 'reduce' })
  const moving = () =>
    page.evaluate<string[]>(`document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().activeDuration > 1)
      .map(({ effect }) => effect.target.className)`)
  await heading(page, /One question/).waitFor()
  expect(await moving()).toEqual([])
  await press(page, '2', 'Enter')
  await heading(page, 'Correct').waitFor()
  expect(await moving()).toEqual([])
  await press(page, '?')
  await page.getByRole('dialog').waitFor()
  expect(await moving()).toEqual([])
})
