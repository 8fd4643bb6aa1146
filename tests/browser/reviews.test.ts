import { randomUUID } from 'node:crypto'
import { test, vi } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectFits } from '../support/browser.ts'
import { superAdmin } from '../support/client.ts'

vi.setConfig({ testTimeout: 180_000 })

const photograph = async (page: Awaited<ReturnType<typeof openAdminPage>>, name: string) => {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true })
}

test('an admin schedules a draft from the form, and sees it in the list by status, also in Arabic', async () => {
  const asRoot = await superAdmin()
  const title = `Scheduled ${randomUUID()}`
  const body = {
    title,
    content: 'x',
    type: 'open-ended',
    explanation: 'y',
    category: 'JavaScript',
    status: 'draft',
  }
  const { body: made } = await asRoot<{ data: { id: string } }>('/api/questions/unified', { body })
  const page = await openAdminPage(`/admin/questions/unified?open=edit:${made.data.id}`, undefined, {
    kept: { theme: 'light' },
  })
  const form = page.getByRole('region', { name: 'Edit Question' })
  await form.getByRole('button', { name: 'Schedule' }).click()
  await form.getByLabel('Publish at').fill('2999-01-01T08:00')
  await expectFits(page, 'the form, scheduling')
  await photograph(page, 'form-schedule-light')
  await form.getByRole('button', { name: 'Schedule question' }).click()
  await form.getByText('Scheduled', { exact: true }).waitFor()
  await page.goto(`/admin/questions/unified?status=scheduled&search=${encodeURIComponent(title)}`)
  await page.getByRole('row').filter({ hasText: title }).getByText('Scheduled', { exact: true }).waitFor()

  const arabic = await openAdminPage('/admin/reviews', undefined, {
    kept: { theme: 'light', language: 'ar', direction: 'rtl' },
    viewport: { width: 390, height: 800 },
  })
  await arabic.getByRole('heading', { level: 1, name: 'المراجعات' }).waitFor()
  await expectFits(arabic, 'reviews in Arabic')
  await photograph(arabic, 'reviews-arabic-phone')
})
