import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { readInThisThread } from '../../testing/inline-reader.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { BulkImportPage } from './bulk-import.tsx'
import type { FileOrder } from './file-worker.ts'
import { readSourceFile } from './source-images.ts'
import { readSource } from './source-worker.ts'

const publicFolder = join(import.meta.dirname, '../../../public')
const section = { id: 'general-questions', name: 'General Questions, the section' }
const batchId = '0f0f1b5e-2b3d-4a76-9d5f-2b8a3c4d5e6f'
const result = (part: object = {}) => ({
  success: true,
  message: '',
  data: {
    success: 1,
    updated: 0,
    failed: 0,
    skipped: 0,
    errors: [],
    warnings: [],
    duplicates: [],
    results: [],
    newNodes: [{ kind: 'topic', name: 'Closures' }],
    batchId,
    format: 'json',
    dryRun: false,
    ...part,
  },
})

function open(answers: Parameters<typeof fakeNetwork>[0] = {}) {
  const calls = fakeNetwork({
    'GET /api/sections': () => ({ success: true, data: [section], count: 1 }),
    'GET /api/questions/imports': () => ({ success: true, data: [], pagination: {} }),
    ...answers,
  })
  const view = renderAt('/admin/content/questions', <BulkImportPage />)
  const posts = () => calls.filter(({ method }) => method === 'POST')
  return { ...view, calls, posts }
}

// The first use loads the parser: no test should wait for that.
beforeAll(async () => {
  await readSource({ content: '[]' })
}, 60_000)
beforeEach(() => readInThisThread(readSource))

test.each([
  ['JSON Array', 1],
  ['Markdown', 1],
  ['Any file', 5],
])('offers templates for %s that can be imported unchanged', async (mode, count) => {
  const { user } = open()
  await user.click(await screen.findByRole('tab', { name: mode }))
  const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: /template$/i })
  expect(links).toHaveLength(count)
  for (const link of links) {
    const content = await readFile(join(publicFolder, link.getAttribute('href') ?? ''), 'utf8')
    const { rows } = await readSource({ content })
    expect(rows.length, link.href).toBeGreaterThan(0)
    expect(rows.filter(({ error, warnings }) => error !== undefined || warnings.length > 0)).toEqual([])
  }
})

test('explains the three steps, and offers a form, two text formats and a file', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'How to add questions' })).toBeDefined()
  for (const step of ['Choose method', 'Parse', 'Save']) expect(screen.getByText(step)).toBeDefined()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Form Input',
    'JSON Array',
    'Markdown',
    'Spreadsheet',
    'Any file',
  ])
})

describe('the form', () => {
  const group = (number = 1) => within(screen.getByRole('group', { name: `Question ${number}` }))

  test('requires one complete question', async () => {
    const { user, posts } = open()
    await user.click(await screen.findByRole('button', { name: 'Save questions' }))
    expect(screen.getByText('At least one complete question is required')).toBeDefined()
    expect(posts()).toEqual([])
  })

  test('keeps at least two options and one question, and one correct option', async () => {
    const { user } = open()
    await screen.findByRole('button', { name: 'Save questions' })
    expect(screen.queryByRole('button', { name: 'Remove question 1' })).toBeNull()
    await user.click(group().getByRole('button', { name: 'Remove option d' }))
    await user.click(group().getByRole('button', { name: 'Remove option c' }))
    expect(group().getByRole<HTMLButtonElement>('button', { name: 'Remove option a' }).disabled).toBe(true)
    await user.click(group().getByLabelText('Option a is correct'))
    await user.click(group().getByLabelText('Option b is correct'))
    expect(group().getByLabelText<HTMLInputElement>('Option a is correct').checked).toBe(false)

    await user.click(screen.getByRole('button', { name: 'Add another question' }))
    await user.click(screen.getByRole('button', { name: 'Remove question 2' }))
    expect(screen.queryByRole('group', { name: 'Question 2' })).toBeNull()
  })

  test('sends the complete questions to the section, and is empty again', async () => {
    const { user, posts } = open({ 'POST /api/questions/unified': () => result() })
    await screen.findByRole('option', { name: section.name })
    await user.selectOptions(screen.getByLabelText('Section'), section.name)
    await user.type(group().getByLabelText('Title'), 'A title')
    await user.type(group().getByLabelText('Content'), 'A content')
    await user.type(group().getByLabelText('Option a'), 'one')
    await user.type(group().getByLabelText('Option b'), 'two')
    await user.click(group().getByLabelText('Option a is correct'))
    await user.click(screen.getByRole('button', { name: 'Add another question' }))
    await user.click(screen.getByRole('button', { name: 'Save questions' }))
    expect(await screen.findByText('1 questions added successfully! 0 failed.')).toBeDefined()
    expect(posts()[0]?.body).toMatchObject({
      isBulkImport: true,
      onDuplicate: 'skip',
      // Nothing is public by accident.
      status: 'draft',
      questions: [
        {
          title: 'A title',
          difficulty: 'beginner',
          category: section.name,
          subcategory: section.name,
          learningPath: section.id,
          sectionId: section.id,
          points: 1,
          timeLimit: 60,
          tags: [],
        },
      ],
    })
    expect(screen.queryByRole('group', { name: 'Question 2' })).toBeNull()
    expect(group().getByLabelText<HTMLInputElement>('Title').value).toBe('')
  })
})

describe('a text', () => {
  const rows = Array.from({ length: 8 }, (_, index) => ({
    title: `Row ${index + 1}`,
    content: 'Which?',
    options: [{ text: 'one', isCorrect: index !== 2 }, { text: 'two' }],
  }))
  const tried = result({
    success: 6,
    updated: 2,
    failed: 1,
    skipped: 1,
    dryRun: true,
    batchId: null,
    errors: [
      { index: 2, title: 'Row 3', error: 'Question 3: at least one option must be marked as correct' },
    ],
    duplicates: [{ index: 0, title: 'Row 1', id: '8d5229c8-16de-4b2d-98c4-df2164f3c7b4' }],
  })

  async function paste(user: ReturnType<typeof open>['user'], text: string) {
    await user.click(await screen.findByRole('tab', { name: 'JSON Array' }))
    await user.click(screen.getByLabelText('Questions as JSON'))
    await user.paste(text)
  }

  test('from a file that is not Unicode asks for its encoding', async () => {
    readInThisThread(
      async ({ file, encoding = 'windows-1252' }: FileOrder) =>
        readSourceFile(new Uint8Array(await file.arrayBuffer()), file.name, encoding),
      (reply) => reply,
    )
    const { user } = open()
    await user.click(await screen.findByRole('tab', { name: 'Any file' }))
    await user.upload(
      screen.getByLabelText('Choose a file', { selector: 'input' }),
      new File([Uint8Array.of(0xe3, 0xc7)], 'quiz.gift'),
    )
    const choice = within(await screen.findByRole('region', { name: 'Encoding of the file' }))
    expect(choice.getByText('ãÇ')).toBeDefined()
    await user.selectOptions(choice.getByRole('combobox'), 'Arabic (Windows-1256)')
    expect(await choice.findByText('ما')).toBeDefined()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Questions in any format').value).toBe('ما')
  })

  test('from a spreadsheet is directed to the tab that reads it', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('tab', { name: 'Any file' }))
    await user.upload(
      screen.getByLabelText('Choose a file', { selector: 'input' }),
      new File(['Question,Correct'], 'quiz.CSV', { type: 'text/csv' }),
    )
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This file is a spreadsheet. Choose it under “Spreadsheet”.',
    )
    expect(screen.getByLabelText<HTMLTextAreaElement>('Questions in any format').value).toBe('')
  })

  test('can be saved only after parsing; the preview lists the first five titles', async () => {
    const { user, posts } = open({ 'POST /api/questions/import': () => tried })
    await paste(user, JSON.stringify(rows))
    expect(screen.queryByRole('button', { name: /^Add \d/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Parse' }))
    expect(await screen.findByText('Successfully parsed 7 questions from JSON!')).toBeDefined()
    const summary = screen.getByRole('region', { name: 'Questions found' })
    expect(within(summary).getByText('Row 6')).toBeDefined()
    expect(within(summary).queryByText('Row 7')).toBeNull()
    expect(within(summary).getByText('... and 2 more questions')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Add 6 questions' })).toBeDefined()
    expect(within(summary).getByText('to update').parentElement?.textContent).toContain('2')
    expect(posts()[0]?.body).toMatchObject({ format: 'json', dryRun: true, status: 'draft' })
    const created = within(screen.getByRole('region', { name: 'What will be created' }))
    expect(created.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '4 questions, status: Draft',
      'New topic: Closures',
    ])
  })

  test('that is large shows its progress', async () => {
    const answer = Promise.withResolvers<object>()
    const { user } = open({
      'POST /api/questions/import': () => answer.promise,
      [`GET /api/questions/imports/${batchId}`]: () => ({
        success: true,
        data: { state: 'storing', total: 5_000, done: 1_250 },
      }),
    })
    await screen.findByRole('tab', { name: 'JSON Array' })
    const ids = vi.spyOn(crypto, 'randomUUID').mockReturnValue(batchId)
    await paste(user, JSON.stringify(rows))
    ids.mockRestore()
    await user.click(screen.getByRole('button', { name: 'Parse' }))
    expect(await screen.findByText('Saving... 1,250 of 5,000')).toBeDefined()
    answer.resolve(tried)
    expect(await screen.findByText('Successfully parsed 7 questions from JSON!')).toBeDefined()
    expect(screen.queryByText(/^Saving/)).toBeNull()
  })

  test('is shown next to the result, which lists errors first and can be filtered', async () => {
    const { user } = open({ 'POST /api/questions/import': () => tried })
    await paste(user, JSON.stringify(rows, null, 2))
    await user.click(screen.getByRole('button', { name: 'Parse' }))
    const pairs = within(await screen.findByRole('region', { name: 'Side by side with the source' }))
    expect(pairs.getAllByRole('listitem')).toHaveLength(1)
    expect(pairs.getByText('Question 3: at least one option must be marked as correct')).toBeDefined()
    expect(pairs.getByText('Question 3, line 28')).toBeDefined()
    expect(
      within(pairs.getByRole('region', { name: 'Source of "Row 3"' })).getByText(/"title": "Row 3"/),
    ).toBeDefined()
    await user.selectOptions(pairs.getByLabelText('Show'), 'Existing (1)')
    expect(pairs.getByRole('link', { name: 'This question already exists' }).getAttribute('href')).toContain(
      '8d5229c8',
    )
  })

  test('has to be parsed again after a change', async () => {
    const { user } = open({ 'POST /api/questions/import': () => tried })
    await paste(user, JSON.stringify(rows))
    await user.click(screen.getByRole('button', { name: 'Parse' }))
    await screen.findByRole('button', { name: 'Add 6 questions' })
    await user.type(screen.getByLabelText('Questions as JSON'), ' ')
    expect(screen.queryByRole('button', { name: 'Add 6 questions' })).toBeNull()
  })

  test.each([
    ['{}', 'Invalid format. Expected an array of questions or an object with a "questions" property.'],
    ['[', /^JSON parsing error: /],
  ])('%s is rejected with an error', async (text, message) => {
    const { user, posts } = open()
    await paste(user, text)
    await user.click(screen.getByRole('button', { name: 'Parse' }))
    expect(await screen.findByText(message)).toBeDefined()
    expect(posts()).toEqual([])
  })

  test('without a single valid question shows why', async () => {
    const errors = [{ index: 0, title: '', error: 'Question 1: no' }]
    const { user } = open({
      'POST /api/questions/import': ({ body }) =>
        (body as { dryRun: boolean }).dryRun ? tried : result({ success: 0, failed: 1, errors }),
    })
    await paste(user, JSON.stringify(rows))
    await user.click(screen.getByRole('button', { name: 'Parse' }))
    await user.click(await screen.findByRole('button', { name: 'Add 6 questions' }))
    expect(await screen.findByText('Failed to import questions: Question 1: no')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Download failed questions' })).toBeDefined()
  })

  test('that the server rejects stays in the field', async () => {
    const { user } = open({ 'POST /api/questions/import': () => errorResponse(413, 'Too large') })
    await paste(user, '[]x')
    await user.clear(screen.getByLabelText('Questions as JSON'))
    await user.paste(JSON.stringify(rows))
    await user.click(screen.getByRole('button', { name: 'Parse' }))
    expect(await screen.findByText('Too large')).toBeDefined()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Questions as JSON').value).toContain('Row 1')
  })
})

test('an earlier import is undone after a confirmation', async () => {
  const { user, calls } = open({
    'GET /api/questions/imports': () => ({
      success: true,
      data: [
        {
          batchId,
          state: 'done',
          dryRun: false,
          source: 'mine.md',
          format: 'markdown',
          createdBy: 'a',
          createdAt: '2026-11-20T08:00:00.000Z',
          total: 3,
          done: 3,
          success: 2,
          failed: 0,
          skipped: 1,
          error: null,
          undoneAt: null,
          undoneBy: null,
        },
      ],
      pagination: {},
    }),
    [`DELETE /api/questions/imports/${batchId}`]: () => ({
      success: true,
      message: '',
      data: { batchId, removed: 1, reverted: 0, kept: [{ id: batchId, title: 'x' }] },
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Undo import of mine.md' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone: 1 removed, 0 reverted.')).toBeDefined()
  expect(screen.getByText('1 was edited since then and was kept.')).toBeDefined()
  await vi.waitUntil(() => calls.filter(({ path }) => path === '/api/questions/imports').length > 1)
})

describe('a spreadsheet', () => {
  const rows = [
    ['Title', 'Question', 'A', 'B', 'Answer', 'Level'],
    ['One', 'Which?', 'this', 'that', 'b', 'hard'],
    ['', '', '', '', '', ''],
    ['Two', 'Why?', 'so', '', 'a', ''],
  ]

  test('is checked with its columns mapped, errors name the row, and is imported', async () => {
    readInThisThread(
      async () => ({ rows, others: [{ name: 'Old', count: 2 }] }),
      (reply) => reply,
    )
    const { user, posts } = open({
      'POST /api/questions/unified': ({ body }) => {
        const { dryRun } = body as { dryRun: boolean }
        const errors = [{ index: 1, title: 'Two', error: 'Question 2: Must have at least 2 options' }]
        return result({ dryRun, failed: 1, errors })
      },
    })
    await user.click(await screen.findByRole('tab', { name: 'Spreadsheet' }))
    await user.upload(
      screen.getByLabelText('Choose a CSV or Excel file', { selector: 'input' }),
      new File(['x'], 'quiz.xlsx'),
    )
    expect(await screen.findByText('3 rows')).toBeDefined()
    const columns = screen.getAllByRole<HTMLSelectElement>('combobox').filter(({ value }) => value !== '')
    expect(columns.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['title', 'content', 'option a', 'option b', 'correct', 'difficulty']),
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'Not imported')
    await user.click(screen.getByRole('button', { name: 'Parse' }))
    expect(await screen.findByText('Row 4: Must have at least 2 options')).toBeDefined()
    expect(screen.getByText('Successfully parsed 1 questions from quiz.xlsx!')).toBeDefined()
    const notes = within(screen.getByRole('region', { name: 'Not imported, or changed' }))
    expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'The sheet "Old" is not imported; it has 2 rows',
      'The column "Level" is not imported',
    ])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'All (2)')
    const [option] = screen.getAllByRole('listitem').filter(({ dataset }) => dataset.right)
    expect(option?.textContent).toBe('that')
    await user.click(screen.getByRole('button', { name: 'Add 1 question' }))
    await screen.findByText('1 questions added successfully! 1 failed.')
    expect(screen.getByText('row 4')).toBeDefined()
    const [check, save] = posts().map(({ body }) => body as Record<string, unknown>)
    expect(check).toMatchObject({
      ...{ isBulkImport: true, dryRun: true, metadata: { source: 'quiz.xlsx' } },
      questions: [
        {
          ...{ title: 'One', content: 'Which?', correctAnswers: ['b'] },
          options: [
            { id: 'a', text: 'this' },
            { id: 'b', text: 'that' },
          ],
        },
        { title: 'Two' },
      ],
    })
    expect(save).toEqual({ ...check, dryRun: false })
  })

  test('that is not Unicode asks for its encoding, next to a preview', async () => {
    readInThisThread(
      async ({ encoding = 'windows-1252' }: FileOrder) => ({
        ...{ encoding, others: [] },
        rows: [
          ['Question', 'A', 'B', 'Answer'],
          [encoding === 'windows-1256' ? 'ما' : 'ãÇ', 'x', 'y', 'z'],
        ],
      }),
      (reply) => reply,
    )
    const error = 'Question 1: Invalid correct answer IDs: ?'
    const { user, posts } = open({
      'POST /api/questions/unified': () =>
        result({ dryRun: true, success: 0, failed: 1, errors: [{ index: 0, title: 'ما', error }] }),
    })
    await user.click(await screen.findByRole('tab', { name: 'Spreadsheet' }))
    await user.upload(
      screen.getByLabelText('Choose a CSV or Excel file', { selector: 'input' }),
      new File(['x'], 'quiz.csv'),
    )
    const choice = within(await screen.findByRole('region', { name: 'Encoding of the file' }))
    expect(choice.getByRole('cell', { name: 'ãÇ' })).toBeDefined()
    await user.selectOptions(choice.getByRole('combobox'), 'Arabic (Windows-1256)')
    expect(await choice.findByRole('cell', { name: 'ما' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Parse' }))
    expect(
      await screen.findByText(
        'Row 2: The correct answer "z" is neither the letter, the number nor the text of an option',
      ),
    ).toBeDefined()
    expect(
      screen.getByText(/^The file is neither UTF-8 nor UTF-16; it was read as windows-1256/),
    ).toBeDefined()
    expect(posts()[0]?.body).toMatchObject({ questions: [{ title: 'ما', content: 'ما' }] })
  })

  test('that can not be read says so', async () => {
    readInThisThread(
      async () => ({ refused: 'unreadable' as const }),
      (reply) => reply,
    )
    const { user } = open()
    await user.click(await screen.findByRole('tab', { name: 'Spreadsheet' }))
    await user.upload(
      screen.getByLabelText('Choose a CSV or Excel file', { selector: 'input' }),
      new File(['x'], 'quiz.csv'),
    )
    expect(
      await screen.findByText('This file could not be read as CSV or Excel (.xlsx). Choose another one.'),
    ).toBeDefined()
  })
})

test('asks for a step of the chosen path, and lists a new one before it is created', async () => {
  const { user, posts } = open({
    'GET /api/learning-paths': () => ({ success: true, data: [{ id: 'js', title: 'JavaScript' }], count: 1 }),
    'GET /api/learning-paths/js': () => ({
      success: true,
      data: { id: 'js', steps: [{ id: 'scope', title: 'Scope', questionIds: [] }] },
    }),
    'POST /api/questions/import': () => result({ newNodes: [{ kind: 'step', name: 'Closures' }] }),
  })
  expect(screen.queryByLabelText('Step of the path')).toBeNull()
  await screen.findByRole('option', { name: 'JavaScript' })
  await user.selectOptions(screen.getByLabelText('Learning Path'), 'JavaScript')
  await screen.findByRole('option', { name: 'Scope' })
  await user.selectOptions(screen.getByLabelText('Step of the path'), 'New step …')
  await user.type(screen.getByLabelText('Title of the new step'), 'Closures')
  await user.click(screen.getByRole('tab', { name: 'JSON Array' }))
  await user.click(screen.getByLabelText('Questions as JSON'))
  await user.paste('[]')
  await user.click(screen.getByRole('button', { name: 'Parse' }))
  const created = within(await screen.findByRole('region', { name: 'What will be created' }))
  expect(created.getByText(/New step:/).textContent).toBe('New step: Closures')
  expect(posts().at(-1)?.body).toMatchObject({ learningPath: 'js', step: 'Closures', dryRun: true })
  // Another path has other steps.
  await user.selectOptions(screen.getByLabelText('Learning Path'), 'As in the source')
  expect(screen.queryByLabelText('Step of the path')).toBeNull()
})
