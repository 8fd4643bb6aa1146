import { expect, test } from 'vitest'
import { newAdminAccount, openAdminPage } from '../support/admin-browser.ts'
import { expectFits, openPage, phone } from '../support/browser.ts'
import { newLearner, superAdmin } from '../support/client.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'

test('the dashboard, its features and settings break no accessibility rule', async () => {
  const page = await openAdminPage('/admin/dashboard?feature=flashcards', await newAdminAccount())
  await page.getByRole('button', { name: 'Details of Flashcards', exact: true }).click()
  await page.getByRole('dialog', { name: 'Flashcards', exact: true }).waitFor()
  await expectFits(page, 'a feature')
  await page.goto('/admin/settings')
  await page.getByRole('heading', { level: 2, name: 'Services' }).waitFor()
  await expectFits(page, 'settings')
})

test('the reports break no accessibility rule on a phone, right to left', async () => {
  const page = await openAdminPage('/admin/reports', await newAdminAccount(), phone)
  await page.getByRole('heading', { level: 2, name: 'Active learners' }).waitFor()
  await expectFits(page, 'activity')
  await page.getByRole('link', { name: 'Coverage', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: 'Questions by learning path' }).waitFor()
  await expectFits(page, 'coverage')
})

test('a learner reports a question, a watching admin responds, and the learner reads it', async () => {
  const [learner, question] = [await newLearner(), await newQuestion()]
  const page = await openAdminPage('/admin/reports/reported', await newAdminAccount())
  const card = page.getByRole('listitem').filter({ hasText: question.title })
  await expect
    .poll(async () => {
      await learner.call(`/api/questions/unified/${question.id}/reports`, {
        body: { reason: 'wrong-answer', text: 'It is the other one.' },
      })
      return card.isVisible()
    })
    .toBe(true)
  const fix = card.getByRole('link', { name: 'Fix question' })
  await expect.poll(() => fix.getAttribute('href')).toBe(`/admin/questions/unified?open=edit:${question.id}`)
  await card.getByLabel('Reply to the learner').fill('You are right, thank you.')
  await expectFits(page, 'a report')
  await card.getByRole('button', { name: 'Resolve', exact: true }).click()
  await card.waitFor({ state: 'detached' })

  const own = await openPage('/notices', { as: learner })
  await own.getByText('You are right, thank you.').waitFor()
})

test('a key is corrected after a preview of its effect', async () => {
  const [learner, question] = [await newLearner(), await newQuestion()]
  await saveAnswer(learner.call, question, { right: false })
  const asRoot = await superAdmin()
  const options = question.options.map((option) => ({ ...option, isCorrect: !option.isCorrect }))
  const { status } = await asRoot(`/api/questions/unified/${question.id}`, {
    method: 'PUT',
    body: { options },
  })
  expect(status).toBe(200)
  // Grading receives the new key a moment later.
  await expect
    .poll(async () => {
      const path = `/api/admin/progress/questions/${question.id}/statistics`
      return (await asRoot<{ versions: unknown[] }>(path)).body.versions.length
    })
    .toBe(2)

  const page = await openAdminPage(`/admin/reports/questions/${question.id}`, await newAdminAccount())
  await page.getByRole('button', { name: 'Preview changes' }).click()
  const effect = page.getByRole('region', { name: 'Answers to version 1, graded by the key of version 2' })
  await effect.getByText('Learners affected', { exact: true }).waitFor()
  await expectFits(page, 'the effect of a regrade')
  const correct = async () =>
    (await learner.call<{ progress: { correctAnswers: number } }>('/api/progress/get')).body.progress
      .correctAnswers
  expect(await correct()).toBe(0)
  await effect.getByRole('button', { name: 'Regrade 1 answer' }).click()
  await page.getByText('1 answer regraded.').waitFor()
  expect(await correct()).toBe(1)
})

test('saving a changed key offers the regrade, gains and losses apart', async () => {
  const [winner, loser, question] = [await newLearner(), await newLearner(), await newQuestion()]
  await saveAnswer(winner.call, question, { right: false })
  await saveAnswer(loser.call, question, { right: true })
  const page = await openAdminPage(
    `/admin/questions/unified?open=edit:${question.id}`,
    await newAdminAccount(),
    phone,
  )
  for (const [place, { isCorrect }] of question.options.entries()) {
    const box = page.getByLabel(`Option ${'abcdef'[place]} is correct`, { exact: true })
    if (!isCorrect) await box.check()
  }
  await page.getByRole('button', { name: 'Save changes' }).click()
  const offer = page.getByRole('region', { name: 'The answer key has changed' })
  const effect = offer.getByRole('region', {
    name: 'Answers to version 1, graded by the key of version 2',
  })
  const figures = async () => (await effect.textContent())?.replaceAll(/\s+/g, ' ')
  await expect.poll(figures).toMatch(/Points gained\+\d+1 learner/)
  expect(await figures()).toMatch(/Points lost-\d+1 learner/)
  await expectFits(page, 'the offer to regrade')
  await offer.getByRole('button', { name: 'Regrade 2 answers' }).click()
  await offer.getByText('2 answers regraded.').waitFor()
})
