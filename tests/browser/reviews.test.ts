import { randomUUID } from 'node:crypto'
import type { AdminRole } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectFits, openPage, phone } from '../support/browser.ts'
import { newLearner, superAdmin, visitor } from '../support/client.ts'
import { deepTest, isDeep } from '../support/depth.ts'
import { newQuestion } from '../support/questions.ts'

const password = 'learning by doing'

async function newEditor(role: AdminRole, name: string) {
  const account = { email: `${role}-${randomUUID()}@rehearse.test`, password }
  const asRoot = await superAdmin()
  const { status } = await asRoot('/api/admin/admins', { body: { ...account, name, role } })
  expect(status).toBe(201)
  return account
}

const photograph = async (page: Awaited<ReturnType<typeof openAdminPage>>, name: string) => {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true })
}

test('an author’s question is returned, mended, and approved; learners see it then', async () => {
  const [author, reviewer] = [
    await newEditor('author', 'Ada Author'),
    await newEditor('reviewer', 'Rosa Reviewer'),
  ]
  const title = `Typeof: what is null? ${randomUUID()}`

  // Signing in leads an author to the reviews, and the frame offers only what the role has.
  const writing = await openAdminPage('/admin/dashboard', author, { kept: { theme: 'dark' } })
  await writing.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor()
  expect(await writing.getByRole('link', { name: 'Bulk add' }).count()).toBe(0)
  await writing.goto('/admin/backup')
  await writing.getByRole('heading', { level: 1, name: 'Your role can’t open this page' }).waitFor()
  await writing.goto('/admin/questions/unified?open=create')
  expect(await writing.getByRole('button', { name: 'Bulk Import' }).count()).toBe(0)
  const form = writing.getByRole('region', { name: 'Create New Question' })
  await form.getByLabel('Title', { exact: true }).fill(title)
  await form.getByLabel('Content', { exact: true }).fill('`typeof null`')
  await form.getByLabel('Option a', { exact: true }).fill('null')
  await form.getByLabel('Option b', { exact: true }).fill('object')
  await form.getByLabel('Option b is correct', { exact: true }).check()
  await form.getByLabel('Explanation', { exact: true }).fill('Its tag was zero.')
  await form.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
  await photograph(writing, 'form-author-dark')
  await form.getByRole('button', { name: 'Submit for review' }).click()
  await form.waitFor({ state: 'detached' })
  // The list offers nothing that only admins may do.
  const row = writing.getByRole('row').filter({ hasText: title })
  await row.waitFor()
  expect(await writing.getByRole('table', { name: 'Questions' }).getByRole('checkbox').count()).toBe(0)
  expect(await row.getByRole('button', { name: /^(Duplicate|Delete)/ }).count()).toBe(0)
  await expectFits(writing, 'the list of an author')
  const search = `/api/questions/unified?search=${encodeURIComponent(title)}`
  const found = async () => (await visitor<{ data: { id: string }[] }>(search)).body.data.length
  expect(await found()).toBe(0)

  // The reviewer works by keyboard.
  const reviewing = await openAdminPage('/admin/reviews', reviewer, { kept: { theme: 'dark' } })
  const card = reviewing.getByRole('listitem').filter({ hasText: title })
  await card.waitFor()
  await expectFits(reviewing, 'reviews, dark')
  await photograph(reviewing, 'reviews-desktop-dark')
  await card.getByRole('button', { name: 'Return', exact: true }).focus()
  await reviewing.keyboard.press('Enter')
  await card.getByLabel('Comment').fill('Which engine?')
  await expectFits(reviewing, 'reviews, with a comment')
  await card.getByLabel('Comment').press('Tab')
  await card.getByRole('button', { name: 'Return to author' }).focus()
  await reviewing.keyboard.press('Enter')
  await reviewing.getByText('Returned to its author.').waitFor()

  await writing.goto('/admin/reviews')
  await writing.getByText('Which engine?').waitFor()
  await expectFits(writing, 'returned to the author')
  await writing.getByRole('link', { name: 'Edit question' }).click()
  const editing = writing.getByRole('region', { name: 'Edit Question' })
  await editing.getByLabel('Content', { exact: true }).fill('In V8: `typeof null`')
  await editing.getByRole('button', { name: 'Submit for review' }).click()
  await editing.waitFor({ state: 'detached' })

  if (isDeep) {
    const arabic = await openAdminPage('/admin/reviews', reviewer, {
      kept: { theme: 'dark', language: 'ar', direction: 'rtl' },
      viewport: { width: 390, height: 800 },
    })
    await arabic.getByRole('listitem').filter({ hasText: title }).waitFor()
    await expectFits(arabic, 'reviews in Arabic, dark')
    await photograph(arabic, 'reviews-arabic-phone-dark')
  }

  const onPhone = await openAdminPage('/admin/reviews', reviewer, phone)
  const again = onPhone.getByRole('listitem').filter({ hasText: title })
  await again.waitFor()
  await expectFits(onPhone, 'reviews on a phone')
  await photograph(onPhone, 'reviews-phone')
  await again.getByRole('button', { name: 'Approve' }).click()
  await onPhone.getByText('Approved. Learners can see it now.').waitFor()
  await expect.poll(found).toBe(1)
})

deepTest('a guide goes from draft through review to approved; a learner sees it only then', async () => {
  const [author, reviewer, learner] = [
    await newEditor('author', 'Gil Guide'),
    await newEditor('reviewer', 'Rita Reviewer'),
    await newLearner(),
  ]
  const title = `Whiteboards ${randomUUID()}`
  const learning = await openPage('/preparation-guides', { as: learner })
  const seesIt = async () => {
    await learning.goto('/preparation-guides')
    await learning.getByRole('heading', { level: 2 }).first().waitFor()
    return (await learning.getByText(title).count()) > 0
  }

  const writing = await openAdminPage('/admin/learning-resources?list=guides&new=1', author)
  const form = writing.getByRole('region', { name: 'Add guide' })
  await form.getByLabel('Title', { exact: true }).first().fill(title)
  await form.getByLabel('Description', { exact: true }).first().fill('Think aloud at the board.')
  await form.getByLabel('Minutes', { exact: true }).first().fill('20')
  const section = form.getByRole('group', { name: 'Section 1' })
  await section.getByLabel('Title', { exact: true }).fill('Before you draw')
  await section.getByLabel('Description', { exact: true }).fill('Ask what the system is for.')
  await section.getByLabel('Minutes', { exact: true }).fill('20')
  await expectFits(writing, 'the form of an author’s guide')
  await photograph(writing, 'guide-author')
  await form.getByRole('button', { name: 'Save as draft' }).click()
  const row = writing.getByRole('row').filter({ hasText: title })
  await row.getByText('Draft', { exact: true }).waitFor()
  expect(await writing.getByRole('button', { name: /^(Remove|Move) / }).count()).toBe(0)
  expect(await seesIt()).toBe(false)

  await row.getByRole('button', { name: `Edit "${title}"` }).click()
  await writing.getByRole('button', { name: 'Submit for review' }).click()
  await row.getByText('In review', { exact: true }).waitFor()
  await expectFits(writing, 'the list of an author’s guides')
  expect(await seesIt()).toBe(false)
  // What waits can only be read.
  await row.getByRole('button', { name: `Edit "${title}"` }).click()
  await writing.getByText('You can only edit your own drafts.').waitFor()
  await writing.getByRole('button', { name: 'Withdraw' }).waitFor()
  await expectFits(writing, 'a submitted guide')

  const reviewing = await openAdminPage('/admin/reviews', reviewer, { ...phone, kept: { theme: 'dark' } })
  const card = reviewing.getByRole('listitem').filter({ hasText: title })
  await card.getByText('By Gil Guide · guide').waitFor()
  await card.getByText('Show all fields').click()
  await card.getByText('Ask what the system is for.').waitFor()
  await expectFits(reviewing, 'a guide in the reviews, on a dark phone')
  await photograph(reviewing, 'guide-review-phone-dark')
  await card.getByRole('button', { name: 'Approve' }).focus()
  await reviewing.keyboard.press('Enter')
  await reviewing.getByText('Approved. Learners can see it now.').waitFor()
  await expect.poll(seesIt).toBe(true)
})

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
  await form.getByRole('button', { name: 'Schedule publishing' }).click()
  await form.getByText('Scheduled', { exact: true }).waitFor()
  await page.goto(`/admin/questions/unified?status=scheduled&search=${encodeURIComponent(title)}`)
  await page.getByRole('row').filter({ hasText: title }).getByText('Scheduled', { exact: true }).waitFor()
})

test('on a phone, selected questions get another status', async () => {
  const marker = randomUUID()
  const made = [await newQuestion({ title: `One ${marker}` }), await newQuestion({ title: `Two ${marker}` })]
  const page = await openAdminPage(`/admin/questions/unified?search=${marker}`, undefined, phone)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByText('2 questions selected').waitFor()
  await expectFits(page, 'a selection on a phone')
  await photograph(page, 'selection-phone')
  await page.getByRole('button', { name: 'Set status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set status' })
  await dialog.getByLabel('Status').selectOption('Archived')
  await expectFits(page, 'the dialog of the status')
  await dialog.getByRole('button', { name: 'Change 2 questions' }).click()
  await page.getByText('2 questions changed.').waitFor()
  const asRoot = await superAdmin()
  for (const { id } of made) {
    const { body } = await asRoot<{ data: { status: string } }>(`/api/questions/unified/${id}`)
    expect(body.data.status).toBe('archived')
  }
  // A question goes from archived to draft only: the reason is shown.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Set status' }).click()
  await dialog.getByLabel('Status').selectOption('Approved')
  await dialog.getByRole('button', { name: 'Change 2 questions' }).click()
  await page.getByText("It is now archived and can't become approved").waitFor()
})
