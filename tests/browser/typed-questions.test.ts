import { randomUUID } from 'node:crypto'
import type { Question, QuestionInput } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectAccessible, openPage } from '../support/browser.ts'
import { newLearner, superAdmin } from '../support/client.ts'
import { isDeep } from '../support/depth.ts'
import { newPath, newQuestion, recordedAnswers } from '../support/questions.ts'

const phone = { width: 390, height: 844 }
const matching: Partial<QuestionInput> = {
  type: 'matching',
  options: [],
  answer: {
    kind: 'pairs',
    pairs: [
      { left: '`display: flex`', right: 'one axis' },
      { left: '`display: grid`', right: 'two axes' },
    ],
    extra: ['no axis'],
  },
}

test('questions of more types are created in the form and come back into it unchanged', async () => {
  const marker = randomUUID()
  const page = await openAdminPage('/admin/questions/unified')
  const form = page.getByRole('region', { name: 'Create New Question' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const create = async (type: string, title: string, fill: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Add Question', exact: true }).click()
    await field('Title').fill(`${title} ${marker}`)
    await field('Content').fill('What fits?')
    await field('Type').selectOption(type)
    await fill()
    await field('Explanation').fill('So it is.')
    await field('Category').selectOption({ label: 'JavaScript' })
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create question' }).click()
    await form.waitFor({ state: 'detached' })
    const asAdmin = await superAdmin()
    const path = `/api/questions/unified?search=${encodeURIComponent(`${title} ${marker}`)}`
    const found = (await asAdmin<{ data: Question[] }>(path)).body.data[0]
    if (!found) throw new Error(`${title} was not stored`)
    return found
  }

  const pairs = await create('matching', 'Matching', async () => {
    await form.getByRole('button', { name: 'Remove pair 3' }).click()
    await field('Item 1').fill('```css\ndisplay: flex\n```')
    await field('Match for item 1').fill('one axis')
    await field('Item 2').fill('`display: grid`')
    await form.getByRole('button', { name: 'Create question' }).click()
    await form.getByText('Fill in both sides of each pair.').waitFor()
    await field('Match for item 2').fill('two axes')
    await field('Extra choices (optional)').fill('no axis\nboth')
    const preview = form.getByRole('region', { name: 'As a learner sees it' })
    await preview.getByRole('combobox').first().selectOption('one axis')
  })
  expect(pairs).toMatchObject({
    type: 'matching',
    options: [],
    answer: {
      kind: 'pairs',
      pairs: [
        { id: 'a', left: '```css\ndisplay: flex\n```', right: 'one axis' },
        { id: 'b', left: '`display: grid`', right: 'two axes' },
      ],
      extra: ['no axis', 'both'],
    },
  })
  const created = [pairs]
  if (isDeep) {
    const text = await create('short-answer', 'Short', async () => {
      await field('Accepted answers').fill('useEffect\nReact.useEffect')
      await field('Case-sensitive').check()
    })
    expect(text).toMatchObject({
      type: 'short-answer',
      answer: { accepted: ['useEffect', 'React.useEffect'], caseSensitive: true, whitespace: 'fold' },
    })
    const number = await create('numeric', 'Numeric', async () => {
      await field('Correct number').fill('16.67')
      await field('Tolerance').fill('0.01')
      await field('Unit (optional)').fill('ms')
    })
    expect(number).toMatchObject({
      type: 'numeric',
      answer: { kind: 'number', value: 16.67, tolerance: 0.01, unit: 'ms' },
    })
    created.push(text, number)
  }

  for (const question of created) {
    await page.goto(`/admin/questions/unified?open=edit:${question.id}`)
    const edit = page.getByRole('region', { name: 'Edit Question' })
    await edit.getByLabel('Title', { exact: true }).fill(`Edited ${marker}`)
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await edit.waitFor({ state: 'detached' })
    const asAdmin = await superAdmin()
    const { body } = await asAdmin<{ data: Question }>(`/api/questions/unified/${question.id}`)
    expect(body.data).toMatchObject({
      type: question.type,
      answer: question.answer,
      title: `Edited ${marker}`,
    })
  }
})

test('a learner matches pairs by keyboard on a phone, and sees each one graded', async () => {
  const path = await newPath()
  await newQuestion({ learningPath: path, ...matching })
  const learner = await newLearner()
  const page = await openPage(`/questions?learningPath=${path}`, { as: learner, viewport: phone })
  const selects = page.getByRole('combobox')
  await selects.first().focus()
  await page.keyboard.type('one')
  await page.keyboard.press('Tab')
  await page.keyboard.type('no')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check answer' }).press('Enter')
  const rows = page.getByRole('listitem').filter({ hasText: 'axis' })
  await rows.filter({ hasText: 'display: flex' }).getByText('Correct', { exact: true }).waitFor()
  await rows.filter({ hasText: 'display: grid' }).getByText('Correct answer: two axes').waitFor()
  await expectAccessible(page)
  await expect.poll(() => recordedAnswers(learner)).toBe(1)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('a visitor answers a short answer and a number with Enter; nothing shows the key before', async () => {
  const path = await newPath()
  const shared = { learningPath: path, options: [] }
  await newQuestion({
    ...shared,
    type: 'short-answer',
    answer: { kind: 'text', accepted: ['closure'], caseSensitive: false, whitespace: 'fold' },
  })
  await newQuestion({
    ...shared,
    type: 'numeric',
    answer: { kind: 'number', value: 4242, tolerance: 1, unit: 'ms' },
  })
  const page = await openPage(`/questions?learningPath=${path}`)
  for (let answered = 0; answered < 2; answered += 1) {
    const field = page.getByLabel(/^Your answer/)
    await field.waitFor()
    const isNumber = (await page.getByLabel('Your answer (ms)').count()) === 1
    expect(await page.content()).not.toMatch(/closure|4242/)
    await field.fill(isNumber ? '4 243' : ' Closure ')
    await field.press('Enter')
    await page.getByRole('heading', { level: 2, name: 'Correct', exact: true }).waitFor()
    await page
      .getByText(isNumber ? '4242 ± 1 ms' : 'Correct answer: closure')
      .first()
      .waitFor()
    await expectAccessible(page)
    if (answered === 0) await page.keyboard.press('n')
  }
})
