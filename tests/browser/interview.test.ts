import { expect, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { newLearner } from '../support/client.ts'
import { expectTextsFit } from '../support/every-size.ts'
import { cutOff, followUp, remarks } from '../support/interviewer.ts'

test('a language model that the learner chose asks and rates; when it fails, the interview continues without it', async () => {
  const page = await openPage('/ai-mock-interview', {
    as: await newLearner(),
    mayComplain: /status of 503/,
  })
  await page.getByRole('checkbox', { name: 'Let tiny ask follow-up questions and rate my answers' }).check()
  await page.getByText(/this server sends the question and your answer to 127\.0\.0\.1/).waitFor()
  await page.getByRole('button', { name: 'Start interview' }).click()

  const asked = page.getByRole('region', { name: 'Follow-up' })
  const rating = page.getByRole('region', { name: 'Rated by tiny' })
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Each closure keeps its own.')
  await asked.getByRole('button', { name: 'Ask a follow-up question' }).click()
  await asked.getByLabel(followUp).fill('The same variable.')
  await rating.getByRole('button', { name: 'Rate my answer' }).click()
  await rating.getByText('Correctness: Very good').waitFor()
  await rating.getByText(remarks).waitFor()
  await expectAccessible(page, 'a part that a model has judged')

  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('status').getByText(remarks).waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Your answer' }).fill(cutOff)
  await asked.getByRole('button', { name: 'Ask a follow-up question' }).click()
  await asked.getByText(/returned no usable response/).waitFor()
  await asked.getByRole('textbox').fill('I would say it more slowly.')
  await rating.getByRole('button', { name: 'Rate my answer' }).click()
  await rating.getByText('Rate yourself below, or try again.').waitFor()
  await expectAccessible(page, 'a part whose model was cut off')
  await page.getByRole('group', { name: 'Clarity' }).getByText('Good', { exact: true }).click()

  await page.getByRole('button', { name: 'End interview' }).click()
  await page.getByRole('heading', { name: 'Interview report' }).waitFor()
  const parts = page.getByRole('main').getByRole('listitem')
  await parts.filter({ hasText: followUp }).getByText(remarks).waitFor()
  await parts.filter({ hasText: cutOff }).getByText('Clarity: Good').waitFor()
  await expect.poll(() => page.getByText(remarks).count()).toBe(1)

  await expectTextsFit(page, 'main', 'the report')
  await page.evaluate("localStorage.setItem('language', 'ar'); localStorage.setItem('direction', 'rtl')")
  await page.reload()
  await page.getByRole('region', { name: 'تقاريرك' }).getByRole('button').first().click()
  await page.getByRole('heading', { level: 1, name: 'تقرير المقابلة' }).waitFor()
  await expectTextsFit(page, 'main', 'the report in Arabic')
})
