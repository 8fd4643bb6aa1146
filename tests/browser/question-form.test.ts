import { readFile } from 'node:fs/promises'
import type { ImportResult, Question, QuestionInput } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectAccessible } from '../support/browser.ts'
import { superAdmin } from '../support/client.ts'
import { someOf } from '../support/depth.ts'
import { newQuestion } from '../support/questions.ts'

const css = (...lines: string[]) => ['```css', ...lines, '```'].join('\n')

/** Questions as public lists about CSS have them: with code in options and feedback. */
const cssList: readonly Partial<QuestionInput>[] = [
  {
    title: 'Centering: which rule centers the child on both axes?',
    content: 'The parent is taller than its child.\n\n```html\n<div class="box"><p>Hi</p></div>\n```',
    options: [
      { text: css('.box {', '  display: grid;', '  place-items: center;', '}'), isCorrect: true },
      {
        text: css('.box {', '  text-align: center;', '}'),
        isCorrect: false,
        feedback: 'Only `inline` content,\nand only on one axis.',
      },
    ],
  },
  {
    title: 'Specificity: which selector wins?',
    content: 'Both set `color`.',
    options: [
      { text: '`#menu a`', isCorrect: true, feedback: css('/* 1-0-1 */', '#menu a { color: red }') },
      { text: '`nav.menu a:hover`', isCorrect: false },
    ],
  },
  {
    title: 'Custom properties: what is the fallback?',
    content: 'Line one  \nline two after a hard break',
    // Line breaks as a file from Windows has them, also mixed with others, and tabs.
    options: [
      { text: '```css\r\na {\n\tcolor: var(--link, blue);\r\n}\n```', isCorrect: false },
      { text: '~~~css\n\n\n  indented: twice;\n~~~\n', isCorrect: true },
    ],
  },
  {
    title: 'Selectors: which match a direct child?',
    content: 'Choose all that apply.',
    options: [
      { text: css('ul > li {}', '', '', 'ul > li:first-child {}'), isCorrect: true },
      { text: '    ul li {}\n    four spaces make code', isCorrect: false },
      { text: '`:is(ul) > li`', isCorrect: true },
    ],
  },
]

/** Opens a question in the form, edits it there, and returns it as stored afterwards. */
async function edit(
  question: Question,
  change: (form: ReturnType<Awaited<ReturnType<typeof openAdminPage>>['getByRole']>) => Promise<void>,
): Promise<Question> {
  const page = await openAdminPage(`/admin/questions/unified?open=edit:${question.id}`)
  const form = page.getByRole('region', { name: 'Edit Question' })
  await change(form)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.waitFor({ state: 'detached' })
  await page.close()
  return read(question.id)
}

async function read(id: string): Promise<Question> {
  const asAdmin = await superAdmin()
  return (await asAdmin<{ data: Question }>(`/api/questions/unified/${id}`)).body.data
}

/** What no edit of a text may change; learners of other tests may use the question meanwhile. */
const rest = ({ version: _v, updatedAt: _u, usageCount: _c, ...question }: Question) => question

test('questions with code in their options survive an edit byte for byte', async () => {
  for (const [at, body] of someOf(cssList, 1).entries()) {
    const question = await newQuestion({
      type: 'multiple-choice',
      tags: ['css', 'a tag, with a comma'],
      ...body,
    })
    const edited = await edit(question, async (form) => {
      const option = form.getByLabel('Option a', { exact: true })
      await option.focus()
      await option.press('Control+End')
      await option.pressSequentially('!')
    })
    const options = question.options.map((one, place) =>
      place === 0 ? { ...one, text: `${one.text}!` } : one,
    )
    expect(rest(edited), `question ${at}`).toEqual({ ...rest(question), options })
  }
})

test('questions of an imported list with code in their options survive an edit byte for byte', async () => {
  const asAdmin = await superAdmin()
  const content = await readFile(new URL('../support/css-questions.md', import.meta.url), 'utf8')
  const { body } = await asAdmin<{ data: ImportResult }>('/api/questions/import', {
    body: { content, format: 'markdown', onDuplicate: 'add' },
  })
  expect(body.data).toMatchObject({ success: 28, failed: 0, warnings: [] })
  const page = await openAdminPage('/admin/questions/unified')
  const form = page.getByRole('region', { name: 'Edit Question' })
  for (const { id } of someOf(body.data.results, 3)) {
    const question = await read(id)
    expect(question.options.every(({ text }) => text.includes('\n'))).toBe(true)
    await page.goto(`/admin/questions/unified?open=edit:${id}`)
    const option = form.getByLabel('Option b', { exact: true })
    await option.press('Control+Home')
    await option.pressSequentially('New: ')
    // Such lists have no explanations, and the form requires one.
    await form.getByLabel('Explanation', { exact: true }).fill('See the specification.')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.waitFor({ state: 'detached' })
    const options = question.options.map((one) =>
      one.id === 'b' ? { ...one, text: `New: ${one.text}` } : one,
    )
    expect(rest(await read(id)), question.title).toEqual({
      ...rest(question),
      options,
      explanation: 'See the specification.',
    })
  }
})

test('line breaks are typed into options, feedback and explanation, and shown as code', async () => {
  const question = await newQuestion()
  const edited = await edit(question, async (form) => {
    const option = form.getByLabel('Option a', { exact: true })
    await option.fill('a {\n  color: red;\n}')
    await option.press('Control+A')
    await form
      .getByRole('toolbar', { name: 'Formatting: Option a' })
      .getByRole('button', { name: 'Code block' })
      .click()
    await form
      .getByRole('region', { name: 'As a learner sees it' })
      .locator('code', { hasText: 'color: red' })
      .waitFor()
    const feedback = form.getByLabel('Why option b is correct or incorrect', { exact: true })
    await feedback.pressSequentially('first')
    await feedback.press('Enter')
    await feedback.pressSequentially('**second**')
    await form
      .getByRole('region', { name: 'Preview: Why option b is correct or incorrect' })
      .locator('strong')
      .waitFor()
    await expectAccessible(form.page())
  })
  expect(edited.options[0]?.text).toBe('```\na {\n  color: red;\n}\n```')
  expect(edited.options[1]?.feedback).toBe('first\n**second**')
})

test.each(someOf(['open-ended', 'true-false', 'code'] as const))(
  'a %s question keeps its type when its title is edited',
  async (type) => {
    const question = await newQuestion({
      type,
      ...(type === 'open-ended' && {
        options: [],
        explanation: 'Say why.\n\n**Checklist**\n\n- one\n  > Why `one`?\n- two `code`',
      }),
    })
    const edited = await edit(question, (form) =>
      form.getByLabel('Title', { exact: true }).fill(`Edited ${question.title}`),
    )
    expect(rest(edited)).toEqual({ ...rest(question), title: `Edited ${question.title}` })
  },
)

test('a removed option changes the id of no other', async () => {
  const question = await newQuestion({
    type: 'multiple-choice',
    options: [
      { text: 'one', isCorrect: false },
      { text: 'two', isCorrect: false },
      { text: 'three', isCorrect: true },
    ],
  })
  const edited = await edit(question, async (form) => {
    await form.getByRole('button', { name: 'Remove option b' }).click()
    await form.getByRole('button', { name: 'Add option' }).click()
    await form.getByLabel('Option c', { exact: true }).fill('four')
  })
  expect(edited.options.map(({ id, text }) => [id, text])).toEqual([
    ['a', 'one'],
    ['c', 'three'],
    ['b', 'four'],
  ])
})
