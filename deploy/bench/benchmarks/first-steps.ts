import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { repositoryRoot } from '@rehearse/local-platform'
import { launchChromium } from '@rehearse/testing'
import type { Locator, Page } from 'playwright-core'
import { readQuestions } from '../../content-check/read-content.ts'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { openPagesWorld } from '../src/progress-world.ts'

/** From landing on the home page to the first graded answer. */
const CLICKS_MAX = 2
const PATH = 'Frontend Basics'

interface Reached {
  what: string
  clicks: number
  /** Filled in by keyboard. */
  fields: number
  seconds: number
}

/**
 * A new visitor on the shipped content with a mouse: clicks, and seconds without any time to read or think, to the first
 * graded answers and to the first completed step of a path.
 */
export const firstSteps: LoadBenchmark = {
  name: 'first-steps',
  run: async ({ say, signal }) => {
    await using stack = new AsyncDisposableStack()
    const { url } = await openPagesWorld(stack, signal)
    const browser = await launchChromium()
    stack.defer(() => browser.close())
    const walk = async (steps: (visitor: Visitor) => Promise<void>): Promise<Visitor> => {
      const context = await browser.newContext({ baseURL: url, viewport: { width: 1366, height: 768 } })
      const visitor = new Visitor(await context.newPage())
      await visitor.page.goto('/')
      await steps(visitor)
      await context.close()
      return visitor
    }
    // The first visit warms up the servers.
    await walk(answerSample)
    signal.throwIfAborted()
    say('first-steps: the first answers')
    const sample = await walk(answerSample)
    const practice = await walk(answerInPractice)
    say('first-steps: the first step of a path')
    const step = await walk(completeStep)
    const reached = [sample, practice, step].flatMap((one) => one.reached)
    const [first] = reached
    return {
      title: 'from landing on the home page, with the mouse and without time to think',
      rows: [
        ['', 'clicks', 'fields', 'seconds'],
        ...reached.map(({ what, clicks, fields, seconds }) => [
          what,
          `${clicks}`,
          `${fields}`,
          seconds.toFixed(1),
        ]),
      ],
      verdicts: [
        {
          holds: first !== undefined && first.clicks <= CLICKS_MAX,
          text: `clicks to the first graded answer: ${first?.clicks}, goal ≤ ${CLICKS_MAX}`,
        },
      ],
    }
  },
}

/** Counts what a new visitor does. */
class Visitor {
  readonly page: Page
  readonly reached: Reached[] = []
  private readonly begun = performance.now()
  private clicks = 0
  private fields = 0

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    await target.click()
    this.clicks += 1
  }

  async fill(label: string, value: string): Promise<void> {
    await this.page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value)
    this.fields += 1
  }

  reach(what: string): void {
    const seconds = (performance.now() - this.begun) / 1_000
    this.reached.push({ what, clicks: this.clicks, fields: this.fields, seconds })
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first()

async function answerSample(visitor: Visitor): Promise<void> {
  const sample = visitor.page.getByRole('region', { name: 'Try a question' })
  await visitor.click(sample.getByRole('button', { name: '4 4 4 4' }))
  await sample.getByText(/^Correct/).waitFor()
  visitor.reach('first graded answer (the question on the home page)')
}

async function answerInPractice(visitor: Visitor): Promise<void> {
  await visitor.click(link(visitor.page, 'Start practicing'))
  await answerQuestion(visitor, correctOptions())
  visitor.reach('first graded answer in practice')
}

/** The first path on the home page, its first step, and the account that the answers are added to. */
async function completeStep(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await visitor.click(link(page, new RegExp(`^${PATH}`)))
  await visitor.click(link(page, /^Answer \d+ questions/))
  const correct = correctOptions()
  const end = page.getByRole('heading', { name: /^Session complete/ })
  await page.locator('article').waitFor()
  while (!(await end.isVisible())) {
    await answerQuestion(visitor, correct)
    const result = await page.locator('#result').elementHandle()
    await visitor.click(button(page, /^(Next|View results)/))
    await result?.waitForElementState('hidden')
    await page.locator('article').or(end).first().waitFor()
  }
  await visitor.click(button(page, 'Create an account'))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email', { exact: true }).waitFor()
  if (!(await dialog.getByLabel('Full name').isVisible())) {
    await visitor.click(dialog.getByRole('button', { name: /Sign up$/ }))
  }
  await visitor.fill('Full name', 'Ada Lovelace')
  await visitor.fill('Email', `${randomUUID()}@rehearse.test`)
  await visitor.fill('Password', 'only for this run')
  await visitor.fill('Confirm password', 'only for this run')
  await visitor.click(dialog.getByRole('button', { name: 'Create account' }))
  await visitor.click(button(page, /^Add \d+ answers/))
  await page.getByText(/answers added to your account/).waitFor()
  while (!(await isFirstStepCompleted(page))) await page.waitForTimeout(50)
  visitor.reach(`first completed step (of ${PATH}, with an account)`)
}

async function isFirstStepCompleted(page: Page): Promise<boolean> {
  const reply = await page.request.get('/api/progress/paths/frontend-basics')
  const { steps } = (await reply.json()) as { steps: { isCompleted: boolean }[] }
  return steps[0]?.isCompleted === true
}

/** Answers the question on the page correctly, and waits for the result. */
async function answerQuestion(visitor: Visitor, correct: ReadonlyMap<string, readonly string[]>) {
  const { page } = visitor
  const question = page.locator('article')
  const inputs = question.locator('input[name^=answer-]')
  await inputs.first().or(button(page, 'Show the model answer')).waitFor()
  if ((await inputs.count()) === 0) {
    await visitor.click(button(page, 'Show the model answer'))
    await visitor.click(question.getByRole('radio', { name: 'I got it' }))
    await visitor.click(button(page, 'Save result'))
  } else {
    const id = (await inputs.first().getAttribute('name'))?.replace('answer-', '')
    const reply = await page.request.get(`/api/questions/unified?ids=${id}`)
    const { data } = (await reply.json()) as {
      data: { title: string; options: { id: string; text: string }[] }[]
    }
    const texts = correct.get(data[0]?.title ?? '') ?? []
    for (const option of data[0]?.options ?? [])
      if (texts.includes(option.text)) {
        await visitor.click(question.locator('label', { has: page.locator(`input[value="${option.id}"]`) }))
      }
    await visitor.click(button(page, 'Check answer'))
  }
  await page.locator('#result').waitFor()
}

/** The correct options of each shipped question, by its title. */
const correctOptions = (): ReadonlyMap<string, readonly string[]> => {
  const folder = pathToFileURL(`${repositoryRoot}/services/questions/content/questions/`)
  return new Map(
    readQuestions(folder).questions.map(({ question }) => [
      question.title,
      question.options.filter(({ isCorrect }) => isCorrect).map(({ text }) => text),
    ]),
  )
}
