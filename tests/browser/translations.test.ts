import type { PublicQuestion } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectAccessible, expectFits, phone } from '../support/browser.ts'
import { superAdmin, visitor } from '../support/client.ts'
import { deepTest } from '../support/depth.ts'
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

deepTest(
  'the pairs of a matching question are translated, and a translation is deleted after a confirmation',
  async () => {
    const pairs = [
      { id: 'a', left: '`map`', right: 'a new array' },
      { id: 'b', left: '`forEach`', right: 'nothing' },
    ]
    const answer = { kind: 'pairs' as const, pairs, extra: ['a number'] }
    const question = await newQuestion({ type: 'matching', options: [], answer })
    const page = await openAdminPage(`/admin/translations?open=${question.id}`)
    const form = page.getByRole('region', { name: 'Arabic translation' })
    const texts = {
      ...{ Title: 'المصفوفات', Content: 'ماذا تُعيد؟', Explanation: 'شرح' },
      ...{ 'Item 1': '`map` تُعيد', 'Match for item 1': 'مصفوفة جديدة' },
      ...{ 'Item 2': '`forEach` تُعيد', 'Match for item 2': 'لا شيء' },
      'Extra choice 1': 'عددًا',
    }
    for (const [label, text] of Object.entries(texts))
      await form.getByLabel(label, { exact: true }).fill(text)
    expect(await form.getByRole('button', { name: 'Delete translation' }).count()).toBe(0)
    await form.getByRole('button', { name: 'Save translation' }).click()
    await form.waitFor({ state: 'detached' })
    const shown = async () => {
      const path = `/api/questions/unified/${question.id}?language=ar`
      const { prompt } = (await visitor<{ data: PublicQuestion }>(path)).body.data
      return prompt?.kind === 'pairs' ? prompt.right.map(({ text }) => text).sort() : []
    }
    await expect.poll(shown).toEqual(['عددًا', 'لا شيء', 'مصفوفة جديدة'])

    await page.goto(`/admin/translations?state=translated&open=${question.id}`)
    await form.getByRole('button', { name: 'Delete translation' }).click()
    const confirmation = page.getByRole('alertdialog', { name: 'Delete this translation?' })
    await expectAccessible(page)
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/translation-delete.png` })
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await confirmation.waitFor({ state: 'detached' })
    expect(await shown()).toContain('لا شيء')
    await form.getByRole('button', { name: 'Delete translation' }).click()
    await confirmation.getByRole('button', { name: 'Delete translation' }).click()
    await form.waitFor({ state: 'detached' })
    await expect.poll(shown).toEqual(['a new array', 'a number', 'nothing'])
  },
)
