import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectAccessible, expectFits } from '../support/browser.ts'
import { superAdmin } from '../support/client.ts'
import { someOf } from '../support/depth.ts'
import { newQuestion } from '../support/questions.ts'

test.each(
  someOf([
    ['light', 'rtl', 'ar', { width: 390, height: 844 }],
    ['dark', 'ltr', 'en', { width: 1440, height: 900 }],
  ] as const),
)('deleted content is restored from the trash: %s, %s', async (theme, direction, language, viewport) => {
  const call = await superAdmin()
  const marker = randomUUID()
  const question = await newQuestion({ title: `Question ${marker}` })
  await call(`/api/questions/unified/${question.id}`, { method: 'DELETE' })
  const made = await call<{ data: { id: string } }>('/api/topics', { body: { name: `Topic ${marker}` } })
  const topic = `/api/topics/${made.body.data.id}`
  await call(topic, { method: 'DELETE' })
  await call('/api/topics', { body: { name: `Topic ${marker}`, id: `other-${marker}` } })

  const kept = { theme, direction, language }
  const page = await openAdminPage(`/admin/trash?search=${marker}`, undefined, { kept, viewport })
  await page.getByText(`Question ${marker}`).waitFor()
  await expectAccessible(page)
  await expectFits(page, '/admin/trash')
  await page.locator('tbody input[type=checkbox]').first().check()
  await page.locator('tbody input[type=checkbox]').nth(1).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: language === 'en' ? 'Restore 2 items' : 'استعادة عنصرين' }).click()
  // The name of the topic was taken: the page asks for another one.
  const name = page.getByRole('textbox', { name: language === 'en' ? 'New name' : 'الاسم الجديد' })
  await name.waitFor()
  await expectAccessible(page)
  await expectFits(page, '/admin/trash')
  await name.fill(`Topic again ${marker}`)
  await name.press('Enter')
  await page.getByRole('row', { name: marker }).waitFor({ state: 'detached' })
  const topics = await call<{ data: object[] }>('/api/topics')
  expect(topics.body.data).toContainEqual(
    expect.objectContaining({ id: made.body.data.id, name: `Topic again ${marker}` }),
  )
  expect((await call(`/api/questions/unified/${question.id}`)).status).toBe(200)

  // The log follows from another service.
  const logged = () => page.getByRole('row', { name: made.body.data.id }).count()
  const log = `/admin/audit?search=${made.body.data.id}`
  const rows = async () => {
    await page.goto(log)
    await page.waitForLoadState('networkidle')
    return logged()
  }
  await expect.poll(rows).toBe(2)
  await expectAccessible(page)
  await expectFits(page, log)
})

test('an article’s history shows its changes and restores an old version', async () => {
  const call = await superAdmin()
  const title = `Article ${randomUUID()}`
  const text = { summary: 'One sentence.', category: 'JavaScript', readingTime: 3, tags: [] }
  const made = await call<{ data: { id: string } }>('/api/articles', {
    body: { title, body: 'The first text.', ...text },
  })
  const path = `/api/articles/${made.body.data.id}`
  await call(path, { method: 'PUT', body: { body: 'The second text.' } })

  const page = await openAdminPage(`/admin/learning-resources?list=articles&entry=${made.body.data.id}`)
  await page.getByText('Versions', { exact: true }).click()
  await page
    .getByRole('button', { name: /^Show changes/ })
    .first()
    .click()
  await page.locator('ins', { hasText: 'second' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Restore this version/ }).click()
  await page.getByRole('region', { name: `Edit "${title}"` }).waitFor({ state: 'detached' })
  const now = await call<{ data: { body: string } }>(path)
  expect(now.body.data.body).toBe('The first text.')
  await call(path, { method: 'DELETE' })
})
