import { randomUUID } from 'node:crypto'
import type { QuestionInput } from '@rehearse/contracts'
import type { Page, Route } from 'playwright-core'
import type { Learner } from './client.ts'
import { newQuestion, practiceOfOne, saveAnswer } from './questions.ts'

/** A walk through a page that yields its states. The texts are English, whatever the direction. */
type Walk = (page: Page, learner: Learner) => AsyncGenerator<string>

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()

/** All states of learner pages that don't show on load. */
export const learnerWalks: Readonly<Record<string, Walk>> = {
  async *'a question'(page) {
    await page.goto(await practiceOfOne())
    await heading(page, /One question/).waitFor()
    await button(page, 'Bookmark').click()
    await page.getByRole('button', { name: 'Bookmarked', pressed: true }).waitFor()
    await button(page, 'Note').click()
    await page.getByLabel('Your note').waitFor()
    yield 'bookmarked, with its note open'
    await button(page, 'Report').click()
    await button(page, 'Send report').click()
    await page.getByText("Describe what's wrong in a few words.").waitFor()
    yield 'a report without words'
    await button(page, 'Report').click()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    yield 'the list of keys'
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    const search = page.getByRole('dialog')
    await search.getByRole('searchbox').fill('question')
    await search.getByRole('option').first().waitFor()
    yield 'the search'
    // The first press clears the field.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'detached' })
    await answerWith(page, '2')
    await heading(page, 'Correct').waitFor()
    yield 'answered correctly'
    await page.keyboard.press('Enter')
    await heading(page, 'Session complete: 1 of 1 correct').waitFor()
    yield 'the end of a perfect session'
  },

  async *'wrong answers'(page) {
    await page.goto(await practiceOfOne(withWideCode))
    await heading(page, /One question/).waitFor()
    await answerWith(page, '1')
    await heading(page, 'Incorrect').waitFor()
    yield 'answered wrong'
    await page.keyboard.press('n')
    await page.getByText('Try again, not scored').waitFor()
    yield 'a missed question again'
    await page.keyboard.press('n')
    await heading(page, 'Session complete: 0 of 1 correct').waitFor()
    await page.getByRole('region', { name: 'What you missed' }).locator('summary').click()
    yield 'the end of a session, a missed question opened'
    await page.goto(await practiceOfOne(withSeveralRight))
    await heading(page, /One question/).waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('3')
    yield 'several chosen'
    await page.keyboard.press('Enter')
    await page.getByText('correct, not chosen').waitFor()
    yield 'several chosen, in parts right'
  },

  async *'a mock test'(page) {
    await page.goto(`${await practiceOfOne(withWideCode)}&mode=mock`)
    await button(page, 'Start test').waitFor()
    yield 'a mock test before its clock starts'
    await button(page, 'Start test').click()
    await heading(page, /One question/).waitFor()
    await page.keyboard.press('2')
    yield 'a mock test running'
    await page.keyboard.press('Enter')
    await heading(page, 'Test complete').waitFor()
    await page.getByText('All questions').waitFor()
    await page.locator('summary').first().click()
    yield 'a mock test ended, a question opened'
  },

  async *flashcards(page, { call }) {
    const question = await newQuestion()
    await saveAnswer(call, question, { right: false })
    await page.goto('/flashcards')
    await button(page, /Show answer/).click()
    await button(page, /^Good/).waitFor()
    yield 'a flashcard turned'
    await page.keyboard.press('4')
    await heading(page, /All due cards reviewed|Session complete/).waitFor()
    yield 'the end of a round of flashcards'
  },

  async *'a plan'(page) {
    await page.goto('/study-plans/three-day')
    await button(page, 'Start today').click()
    await page.getByRole('link', { name: 'Continue day 1' }).waitFor()
    yield 'a plan under way'
    await button(page, 'Start over').click()
    await page.getByRole('alertdialog').waitFor()
    yield 'asked whether to start a plan over'
    await button(page, 'Cancel').click()
    await page.getByRole('link', { name: 'Continue day 1' }).click()
    await page.locator('article').locator('input, textarea').first().waitFor()
    yield 'a day of a plan'
  },

  async *'an interview date'(page) {
    await page.goto('/interview')
    await button(page, 'Create plan').click()
    await page.getByText('Enter a date.').waitFor()
    yield 'an interview without a date'
    await page.getByLabel('Interview date').fill(daysFromNow(20))
    await button(page, 'Create plan').click()
    await page.getByText('Interview in 20 days').waitFor()
    await button(page, 'Create calendar link').click()
    await page.getByLabel('Calendar link').waitFor()
    yield 'a plan with its calendar link'
    await button(page, 'Clear date').click()
    await page.getByRole('alertdialog').waitFor()
    yield 'asked whether to clear the date'
    await button(page, 'Cancel').click()
    await page.getByRole('link', { name: 'Forecast', exact: true }).click()
    await heading(page, 'Test the forecast').waitFor()
    yield 'a forecast without answers'
  },

  async *'an interview'(page) {
    await page.goto('/ai-mock-interview')
    await button(page, 'Start interview').click()
    await page.getByRole('textbox', { name: 'Your answer' }).fill('A closure keeps what it closes over.')
    yield 'an interview under way'
    await button(page, 'Finish answer').click()
    await page.getByRole('region', { name: 'Follow-up' }).waitFor()
    yield 'a follow-up in an interview'
    await button(page, 'End interview').click()
    await page.getByRole('checkbox').first().check()
    await page.getByText('Good', { exact: true }).first().click()
    // A checkbox half under the header would be a target that is too small.
    await page.evaluate('scrollTo(0, 0)')
    yield 'answers compared after an interview'
    await button(page, 'View report').first().click()
    await heading(page, 'Interview report').waitFor()
    await page.getByText('Why this question?').click()
    yield 'the report of an interview'
  },

  async *figures(page, { call }) {
    await saveAnswer(call, await newQuestion())
    await page.goto('/progress')
    await button(page, /^Why/).first().click()
    await page.getByRole('dialog').waitFor()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    yield 'why a number is what it is'
    await page.goto('/progress?view=activity')
    await showTables(page)
    yield 'every plot as a table'
  },

  async *'forms with problems'(page) {
    await page.goto('/settings')
    await page.locator('summary').last().waitFor()
    for (const summary of await page.locator('summary').all()) await summary.click()
    yield 'all settings'
    const profile = page.getByRole('region', { name: 'Profile', exact: true })
    await profile.getByLabel('Name').fill(' ')
    await profile.getByRole('button', { name: 'Save' }).click()
    await profile.locator('[aria-invalid=true]').first().waitFor()
    yield 'settings with a problem'
  },

  async *'a server that fails'(page) {
    await page.route('**/api/questions/unified*', refuse)
    await page.goto('/questions')
    await page.getByText('Failed to load questions').waitFor()
    yield 'questions that could not be loaded'
    await page.unroute('**/api/questions/unified*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('article').locator('input, textarea').first().waitFor()
    yield 'questions, at the second try'
  },

  async *'an open question'(page) {
    await page.goto(await practiceOfOne(openEnded))
    await heading(page, /One question/).waitFor()
    await page.getByRole('textbox', { name: /^Your answer/ }).waitFor()
    const hasFocus = (selector: string) =>
      page.evaluate<boolean>(`document.activeElement.matches('${selector}')`)
    for (let tabs = 0; tabs < 40 && !(await hasFocus('article textarea')); tabs += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.type('It remembers variables.')
    yield 'an open question, answered in words'
    await page.keyboard.press('ControlOrMeta+Enter')
    const model = heading(page, 'Model answer')
    await model.waitFor()
    yield 'an open question beside its model answer'
    await page.keyboard.press('1')
    await page.keyboard.press('2')
    await page.getByText('2 of 3 points covered').waitFor()
    yield 'an open question, its checklist ticked'
    await page.keyboard.press('Enter')
    await page.locator('#result').waitFor()
    yield 'an open question, rated'
  },
}

/** All states of visitor pages that don't show on load. */
export const visitorWalks: Readonly<Record<string, (page: Page) => AsyncGenerator<string>>> = {
  async *'the sign-in dialog'(page) {
    await page.goto('/questions')
    await openMenu(page)
    await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('nobody')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByText('Fill in this field.').waitFor()
    yield 'signing in, with problems'
    await dialog.getByLabel('Email').fill(`nobody-${randomUUID()}@rehearse.test`)
    await dialog.getByLabel('Password', { exact: true }).fill('no password')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByText('Invalid email or password').waitFor()
    yield 'signing in, refused'
    await dialog.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await dialog.getByText('Fill in this field.').first().waitFor()
    yield 'signing up, with problems'
    await dialog.getByRole('button', { name: 'Already have an account? Sign in' }).click()
    await dialog.getByRole('button', { name: 'Forgot your password?' }).click()
    await dialog.getByText('Reset your password').waitFor()
    yield 'a forgotten password'
  },

  async *'the question on the home page'(page) {
    await page.goto('/')
    await page.getByRole('button', { name: '0 1 2 3' }).click()
    await page.getByText('Incorrect.').waitFor()
    yield 'the sample question answered wrong'
    await page.getByRole('button', { name: '4 4 4 4' }).click()
    await page.getByText('Correct.').waitFor()
    yield 'the sample question answered right'
  },
}

async function answerWith(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.keyboard.press('Enter')
}

/** The sidebar of a wide screen is a menu on a narrow one. */
async function openMenu(page: Page): Promise<void> {
  // A prerendered page loads before its app has started.
  const isWaiting = () => page.evaluate<boolean>('globalThis.takeEarlyEvents !== undefined')
  while (await isWaiting()) await page.waitForTimeout(50)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
}

/** All plots of the page, even those that load late. */
async function showTables(page: Page): Promise<void> {
  const plots = page.getByRole('button', { name: 'Table view' })
  await plots.first().waitFor()
  while ((await plots.count()) > 0) await plots.first().click()
}

/** Responds instead of the server, with an error that isn't retried. */
const refuse = (route: Route) =>
  route.fulfill({ status: 400, json: { success: false, error: 'Not today', code: 'bad_request' } })

const wideCode = `\`\`\`js\nconsole.log('${'wider than a page '.repeat(12)}')\n\`\`\``

const withWideCode: Partial<QuestionInput> = {
  content: wideCode,
  options: [
    { text: wideCode, isCorrect: false, feedback: wideCode },
    { text: 'wide'.repeat(60), isCorrect: true },
  ],
  explanation: wideCode,
}

const openEnded: Partial<QuestionInput> = {
  type: 'open-ended',
  content: 'What is a closure? Explain it with an example.',
  options: [],
  explanation:
    'A function with the variables around it.\n\n```js\nconst next = counter()\n```\n\n**Checklist**\n\n- Names the variables\n- Says when they are read\n- Gives an example',
}

const withSeveralRight: Partial<QuestionInput> = {
  type: 'multiple',
  options: [
    { text: 'HTML', isCorrect: true },
    { text: 'CSS', isCorrect: true },
    { text: 'Basic', isCorrect: false, feedback: 'No browser ever ran it for long.' },
  ],
}

/** The device's day after this many days. */
const daysFromNow = (days: number) => {
  const date = new Date()
  date.setDate(date.getDate() + days)
  return new Intl.DateTimeFormat('en-CA').format(date)
}
