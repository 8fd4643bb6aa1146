import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { newLearner } from '../support/client.ts'
import { someOf } from '../support/depth.ts'
import { expectTextsFit } from '../support/every-size.ts'
import { cutOff, followUp, remarks } from '../support/interviewer.ts'
import { tabTo } from '../support/keyboard.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name }).first()
const partTitle = (page: Page) => page.getByRole('heading', { level: 1 })
const answerField = (page: Page) => page.getByRole('textbox', { name: /^Your (answer|approach)$/ })

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, button(page, name))
  await page.keyboard.press('Enter')
}

const kindsOf45 = [
  'Introduction',
  'Concept question',
  'Concept question',
  'Coding challenge',
  'System design',
  'Behavioral question',
  'Your questions',
]
const kindsOf20 = [
  'Introduction',
  'Concept question',
  'Concept question',
  'Concept question',
  'Behavioral question',
  'Your questions',
]

// 20 minutes have no challenge; the interview of 45 minutes, which has one, is part of `npm run test:deep`.
test.each(
  someOf([
    [20, kindsOf20],
    [45, kindsOf45],
  ] as const),
)(
  'a whole interview of %d minutes by keyboard: follow-ups after answers, a reload, ratings, and practice of exactly the weak questions',
  async (minutes, kinds) => {
    const page = await openPage('/ai-mock-interview', { as: await newLearner() })
    await tabTo(page, page.getByRole('combobox', { name: 'Length' }))
    await page.keyboard.type(String(minutes))
    await press(page, 'Start interview')
    for (const [at, kind] of kinds.entries()) {
      await page.getByText(`Part ${at + 1} of ${kinds.length}`, { exact: true }).waitFor()
      await page.getByRole('article').getByText(kind, { exact: true }).waitFor()
      expect(await page.getByRole('region', { name: 'Follow-up' }).count()).toBe(0)
      expect(await page.getByRole('region', { name: 'Model answer' }).count()).toBe(0)
      await tabTo(page, answerField(page))
      await page.keyboard.type(`Notes ${at}.`)
      if (kind === 'Coding challenge') {
        await press(page, 'Run tests')
        await page.getByText(/^\d+ of \d+ tests passed$/).waitFor()
        await expectAccessible(page, 'a challenge in an interview')
        await tabTo(page, answerField(page))
      }
      await page.keyboard.press('Control+Enter')
      const asked = page.getByRole('region', { name: 'Follow-up' })
      await tabTo(page, asked.getByRole('textbox'))
      await page.keyboard.type(`More ${at}.`)
      if (at === 4) {
        await expectAccessible(page, 'a follow-up')
        await page.reload()
        await press(page, 'Continue')
        await page.getByText(`Part 5 of ${kinds.length}`, { exact: true }).waitFor()
        await expect.poll(() => asked.getByRole('textbox').inputValue()).toBe('More 4.')
        await tabTo(page, asked.getByRole('textbox'))
      }
      await page.keyboard.press('Control+Enter')
    }

    // The introduction and the first concept question are weak, all others strong.
    for (const [at, kind] of kinds.entries()) {
      await page.getByText(`Part ${at + 1} of ${kinds.length}`, { exact: true }).waitFor()
      if (kind !== 'Coding challenge')
        await page.getByRole('region', { name: 'Model answer' }).getByText(/\w{4}/).first().waitFor()
      const isWeak = at < 2
      if (!isWeak) {
        for (const box of await page.getByRole('checkbox').all()) {
          await tabTo(page, box)
          if (!(await box.isChecked())) await page.keyboard.press('Space')
        }
      }
      for (const group of await page.getByRole('group').filter({ hasText: 'Strong:' }).all()) {
        await tabTo(page, group.getByRole('radio').first())
        await page.keyboard.press('Space')
        if (!isWeak) await page.keyboard.press('ArrowLeft')
      }
      if (at === 0) await expectAccessible(page, 'comparing an answer')
      await press(page, at === kinds.length - 1 ? 'View report' : 'Next part')
    }

    await page.getByRole('heading', { name: 'Interview report' }).waitFor()
    await page.getByText(`${kinds.length} of ${kinds.length} parts rated`).waitFor()
    const next = page.getByRole('region', { name: 'Practice next' })
    const weak = await next.getByRole('listitem').allInnerTexts()
    expect(weak.map((text) => text.replace(/^.*\((\d+)%\)$/, '$1'))).toEqual(['0', '0'])
    await expectAccessible(page, 'the report')
    await expectTextsFit(page, 'main', 'the report')
    await tabTo(page, next.getByRole('link', { name: 'Practice these 2 questions' }))
    await page.keyboard.press('Enter')
    for (const title of weak.map((text) => text.replace(/ \(0%\)$/, ''))) {
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByRole('button', { name: /Skip/ }).click()
    }
    await page.getByRole('heading', { name: 'Session complete' }).waitFor()

    await page.evaluate("localStorage.setItem('language', 'ar'); localStorage.setItem('direction', 'rtl')")
    await page.goto('/ai-mock-interview')
    await page.getByRole('region', { name: 'مقابلاتك' }).getByRole('button').first().click()
    await page.getByRole('heading', { level: 1, name: 'تقرير المقابلة' }).waitFor()
    await expectTextsFit(page, 'main', 'the report in Arabic')
    await expectAccessible(page, 'the report in Arabic')
  },
)

test('an interview continues on another device, unless it is kept on one device only, which the sign-out says', async () => {
  const learner = await newLearner()
  const phone = await openPage('/ai-mock-interview', { as: learner })
  await button(phone, 'Start interview').click()
  await answerField(phone).fill('Begun on the phone')
  const stored = async () =>
    (await learner.call<{ interviews: { id: string }[] }>('/api/progress/mock-interviews')).body.interviews
  const answers = async () => {
    const read = ({ id }: { id: string }) => learner.call(`/api/progress/mock-interviews/${id}`)
    return JSON.stringify(await Promise.all((await stored()).map(read)))
  }
  await expect.poll(answers).toContain('Begun on the phone')

  const laptop = await openPage('/ai-mock-interview', { as: learner })
  await button(laptop, 'Continue').click()
  await expect.poll(() => answerField(laptop).inputValue()).toBe('Begun on the phone')
  await laptop.goto('/ai-mock-interview')
  await laptop.getByRole('checkbox', { name: 'Keep this interview on this device only' }).check()
  await laptop.getByText(/lost when you sign out/).waitFor()
  await expectAccessible(laptop, 'an interview in progress and the choice of its storage')
  await button(laptop, 'Start interview').click()
  await answerField(laptop).fill('On the laptop only')
  await laptop.goto('/ai-mock-interview')
  await laptop.getByText('Only on this device').waitFor()
  expect(await stored()).toHaveLength(1)
  await laptop.getByRole('button', { name: 'Sign out', exact: true }).click()
  const dialog = laptop.getByRole('alertdialog', { name: '1 mock interview is only on this device' })
  await dialog.getByRole('button', { name: 'Discard 1 mock interview and sign out' }).click()
  await laptop.getByRole('button', { name: 'Sign in', exact: true }).first().waitFor()
  expect(await laptop.evaluate('JSON.stringify(localStorage)')).not.toContain('mock_interview')
})

test('a language model that the learner chose asks and rates; when it fails, the interview continues without it', async () => {
  const page = await openPage('/ai-mock-interview', {
    as: await newLearner(),
    mayComplain: /status of 503/,
  })
  await page.getByRole('checkbox', { name: 'Let tiny ask follow-up questions and rate my answers' }).check()
  await page.getByText(/this server sends the question and your answer to 127\.0\.0\.1/).waitFor()
  await button(page, 'Start interview').click()

  const asked = page.getByRole('region', { name: 'Follow-up' })
  const rating = page.getByRole('region', { name: 'Rated by tiny' })
  await answerField(page).fill('I build things.')
  await button(page, 'Finish answer').click()
  await asked.getByRole('button', { name: 'Let tiny ask instead' }).click()
  await asked.getByLabel(followUp).fill('The same variable.')
  await button(page, 'Next part').click()
  await answerField(page).fill(cutOff)
  await button(page, 'Finish answer').click()
  await asked.getByRole('button', { name: 'Let tiny ask instead' }).click()
  await asked.getByText(/returned no usable response/).waitFor()
  await asked.getByRole('textbox').fill('I would say it more slowly.')
  await expectAccessible(page, 'a part whose model was cut off')
  await button(page, 'End interview').click()

  await rating.getByRole('button', { name: 'Rate my answer' }).click()
  await rating.getByText('Correctness: Very good').waitFor()
  await rating.getByText(remarks).waitFor()
  await expectAccessible(page, 'a part that a model has judged')
  await button(page, 'Next part').click()
  await expect.poll(() => partTitle(page).count()).toBe(1)
  await rating.getByRole('button', { name: 'Rate my answer' }).click()
  await rating.getByText('Rate yourself below, or try again.').waitFor()
  await page.getByRole('group', { name: 'Clarity' }).getByText('Good', { exact: true }).click()
  await button(page, 'View report').click()

  await page.getByRole('heading', { name: 'Interview report' }).waitFor()
  const parts = page.getByRole('main').getByRole('listitem')
  await parts.filter({ hasText: followUp }).getByText(remarks).waitFor()
  await parts.filter({ hasText: cutOff }).getByText('Good', { exact: true }).waitFor()
  await expect.poll(() => page.getByText(remarks).count()).toBe(1)
})
