import type { PublicQuestion } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectFits, phone } from '../support/browser.ts'
import { superAdmin, visitor } from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'

test('a question is translated beside its original, and again after the original changed', async () => {
  const question = await newQuestion({ explanation: 'The tag was zero.' })
  const page = await openAdminPage(`/admin/translations?open=${question.id}`)
  const form = page.getByRole('region', { name: 'Arabic translation' })
  await form.getByRole('region', { name: 'Original: Explanation' }).getByText('The tag was zero.').waitFor()
  const texts = { Title: 'نوع null', Content: 'ماذا يُطبع؟', 'Option a': 'لا شيء', 'Option b': 'كائن' }
  for (const [label, text] of Object.entries({ ...texts, Explanation: 'الوسم صفر.' })) {
    await form.getByLabel(label, { exact: true }).fill(text)
  }
  await expectFits(page, 'a translation')
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/translation.png` })
  await form.getByRole('button', { name: 'Save translation' }).click()
  await form.waitFor({ state: 'detached' })
  const shown = async () => {
    const path = `/api/questions/unified/${question.id}?language=ar`
    return (await visitor<{ data: PublicQuestion }>(path)).body.data.title
  }
  await expect.poll(shown).toBe('نوع null')

  const asRoot = await superAdmin()
  await asRoot(`/api/questions/unified/${question.id}`, {
    method: 'PUT',
    body: { explanation: 'The type tag was zero.' },
  })
  await expect.poll(shown).toBe(question.title)
  const onPhone = await openAdminPage('/admin/translations?state=stale', undefined, {
    ...phone,
    kept: { theme: 'dark', language: 'ar', direction: 'rtl' },
  })
  await onPhone.getByRole('row').filter({ hasText: question.title }).getByRole('link').click()
  const again = onPhone.getByRole('region', { name: 'الترجمة العربية' })
  await again.getByRole('button', { name: 'الأصل', exact: true }).click()
  await again.locator('ins').filter({ hasText: 'type' }).waitFor()
  await expectFits(onPhone, 'the original on a phone')
  if (process.env.SCREENSHOTS) {
    await onPhone.screenshot({ path: `${process.env.SCREENSHOTS}/translation-phone.png`, fullPage: true })
  }
})
