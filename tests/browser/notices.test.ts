import { randomUUID } from 'node:crypto'
import type { Question } from '@rehearse/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'
import { newLearner, superAdmin } from '../support/client.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'

const soon = { interval: 200 }

test('a learner is notified once of a resolved report and of regraded answers', async () => {
  const [learner, question] = [await newLearner(), await newQuestion()]
  await saveAnswer(learner.call, question, { right: false })
  const answer = `You are right ${randomUUID()}`
  await settleReport(await report(learner, question), answer)
  await correctKey(question)
  // The notification comes when the regrade is done.
  await expect
    .poll(async () => (await learner.call('/api/progress/notices')).body.notices, soon)
    .toHaveLength(1)

  const look = { kept: { theme: 'light', direction: 'rtl' }, viewport: { width: 320, height: 640 } }
  const page = await openPage('/library', { as: learner, ...look })
  await page.getByRole('button', { name: 'Menu, with new notifications' }).click()
  await page.getByRole('link', { name: /^Notifications 2 new/ }).click()
  await page.getByRole('region', { name: 'Your reports' }).getByText(answer).waitFor()
  const regraded = page.getByRole('region', { name: 'Regraded answers' })
  await regraded.getByText(/now counts as correct/).waitFor()
  await regraded.getByText('New', { exact: true }).waitFor()
  await expectFits(page, 'notices')
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()

  await page.reload()
  await regraded.getByText(/now counts as correct/).waitFor()
  await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(0)
})

test('the side bar fits below a notice, and a toast on a phone covers no control', async () => {
  const learner = await newLearner()
  const lost = 'The server can’t be reached. Your answers are saved on this device.'
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 320, height: 640 },
  ]) {
    const page = await openPage('/questions', {
      as: learner,
      viewport,
      mayComplain: /ERR_FAILED|api\/health/,
    })
    await page.route('**/api/health', (route) => route.abort())
    // The page watches the connection a moment after it has loaded.
    const findLost = async () => {
      await page.evaluate("dispatchEvent(new Event('offline'))")
      return page.getByText(lost).isVisible()
    }
    await expect.poll(findLost, { interval: 200 }).toBe(true)
    if (viewport.width > 1000) {
      const lowest = page.locator('header').getByRole('combobox', { name: 'Language' })
      await expect.poll(async () => (await lowest.boundingBox())?.y).toBeLessThan(viewport.height - 30)
    }
    await page.unroute('**/api/health')
    await page.evaluate("dispatchEvent(new Event('online'))")
    const toast = page.getByRole('region', { name: 'Messages' }).getByRole('status')
    await toast.getByText('Connection restored.').waitFor()
    // A toast stays while the pointer is on it.
    await toast.hover()
    await expect.poll(() => coveredByToast(page)).toEqual([])
  }
})

/** The controls that the toast lies over. */
const coveredByToast = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const toast = document.querySelector('[aria-label=Messages] [role=status]')
    const over = toast.getBoundingClientRect()
    return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect()
        const isSeen = width > 1 && !toast.contains(control)
        return isSeen && left < over.right && right > over.left && top < over.bottom && bottom > over.top
      })
      .map((control) => control.outerHTML)
  })()`)

async function report({ call }: Awaited<ReturnType<typeof newLearner>>, { id }: Question): Promise<string> {
  const body = { reason: 'wrong-answer', text: 'The other one is right.' }
  expect((await call(`/api/questions/unified/${id}/reports`, { body })).status).toBe(200)
  const { body: own } = await call<{ data: { id: string }[] }>('/api/questions/reports')
  return own.data[0]?.id ?? expect.unreachable('there is no report')
}

async function settleReport(id: string, answer: string): Promise<void> {
  const asAdmin = await superAdmin()
  const body = { state: 'resolved', answer }
  expect((await asAdmin(`/api/admin/reports/questions/${id}`, { method: 'PATCH', body })).status).toBe(200)
}

/** Makes the incorrect option correct; progress receives the new key a moment later. */
async function correctKey({ id, version, options }: Question): Promise<void> {
  const asAdmin = await superAdmin()
  const turned = options.map((option) => ({ ...option, isCorrect: !option.isCorrect }))
  const put = await asAdmin(`/api/questions/unified/${id}`, { method: 'PUT', body: { options: turned } })
  expect(put.status).toBe(200)
  const regrade = async () => {
    const body = { version, dryRun: false }
    const reply = await asAdmin<{ changes: { answers: number } }>(
      `/api/admin/progress/questions/${id}/regrade`,
      { body },
    )
    return reply.body.changes?.answers
  }
  await expect.poll(regrade, soon).toBe(1)
}
