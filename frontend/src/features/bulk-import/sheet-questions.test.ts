import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { findHeader, mapColumns, tableOf } from '../../shared/admin/question-sheet.ts'
import { toCsv } from '../../shared/admin/save-file.ts'
import { questionsOf } from './sheet-questions.ts'

const exported = {
  id: '3f6c1f0e-1111-4222-8333-444455556666',
  title: '=HYPERLINK("https://evil.example")',
  content: 'Which?\n\n```js\nlet a = "1, 2"\n```',
  type: 'multiple-choice',
  difficulty: 'advanced',
  options: [
    { id: 'a', text: '+1', isCorrect: true, feedback: '@first' },
    { id: 'b', text: '`a`, "b"\nc', isCorrect: false },
    { id: 'c', text: '-2', isCorrect: true },
  ],
  explanation: 'Because',
  category: 'CSS',
  learningPath: null,
  topic: 'Grid',
  tags: ['one', 'two'],
  points: 7,
  timeLimit: 45,
  isActive: false,
  approved: true,
}

const imported = (table: ReturnType<typeof tableOf>) => {
  const { data } = Papa.parse<string[]>(toCsv(table.columns, table.rows).replace('\ufeff', ''))
  const { rows, notes } = questionsOf(data, mapColumns(data[0] ?? []))
  return {
    questions: rows.map(({ question }) => question),
    places: rows.map(({ place }) => place),
    notes,
    rows,
  }
}

interface ReadRow {
  [field: string]: unknown
  problem: string | undefined
  warnings: string[] | undefined
  notes: string[]
}

/** A sheet of one row below these column names. */
const read = (cells: Record<string, string>): ReadRow => {
  const { rows, notes } = questionsOf(
    [Object.keys(cells), Object.values(cells)],
    mapColumns(Object.keys(cells)),
  )
  const [row] = rows
  return { ...row?.question, problem: row?.problem, warnings: row?.warnings, notes }
}
const options = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text, at) => [`Option ${String.fromCharCode(65 + at)}`, text]))
/** The key of a row with these options. */
const keyOf = (correct: string, texts: readonly string[], others: Record<string, string> = {}) => {
  const { correctAnswers, problem } = read({
    ...{ Title: 't', Question: 'q', 'Correct Answer': correct },
    ...options(texts),
    ...others,
  })
  return problem === undefined ? correctAnswers : 'refused'
}

test('an exported sheet is imported as the same questions, with the rows of the sheet', () => {
  const { options, ...rest } = exported
  expect(imported(tableOf([exported, { ...exported, title: 'Second' }]))).toEqual({
    questions: [exported.title, 'Second'].map((title) => ({
      ...rest,
      title,
      options: options.map(({ isCorrect: _, ...option }) => option),
      correctAnswers: ['a', 'c'],
    })),
    places: [2, 3],
    notes: [],
    rows: expect.anything(),
  })
})

test('a question that is neither approved nor a draft keeps its status', () => {
  const times = { publishAt: '2999-01-01T00:00:00.000Z', expiresAt: '2999-02-01T00:00:00.000Z' }
  const scheduled = { ...exported, approved: false, status: 'scheduled', ...times }
  expect(imported(tableOf([scheduled])).questions).toMatchObject([
    { approved: false, status: 'scheduled', ...times },
  ])
})

test('tags survive an export and an import, whatever characters they have', () => {
  for (const tags of [['a, b', 'c;d'], ['[x]'], ['["x"]'], ['one'], ['قبل، بعد', 'z']]) {
    expect(imported(tableOf([{ ...exported, tags }])).questions).toMatchObject([{ tags }])
  }
})

test.each(['＝1+1', '|=1+1', ' =1+1', '\u200b=1+1', ';@SUM(A1)', "'=1+1", "'＝x"])(
  'the title %j survives an export and an import',
  (title) => {
    expect(imported(tableOf([{ ...exported, title }])).questions).toMatchObject([{ title: title.trim() }])
  },
)

test('no cell of an exported file is a formula', () => {
  const { columns, rows } = tableOf([exported])
  const { data } = Papa.parse<string[]>(toCsv(columns, rows))
  const formulas = data.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell)))
  expect(formulas).toEqual([])
  expect(data[1]?.[1]).toBe(`'${exported.title}`)
})

test('columns are recognized by many names, each field once', () => {
  expect(
    mapColumns(['Question title', 'Question', 'A', 'choice 2', 'Option C', 'Answer', 'A', 'Notes']),
  ).toEqual(['title', 'content', 'option a', 'option b', 'option c', 'correct', null, null])
  expect(mapColumns(['Correct', 'Answer'])).toEqual(['correct', 'answer'])
})

test('a chosen mapping decides, empty rows are skipped, and rows keep their numbers', () => {
  const sheet = [['x', 'y', 'z', 'k'], ['', ' '], ['What?', 'One', 'Two', '2'], [], ['Why?', 'a', '', 'B, z']]
  const { rows } = questionsOf(sheet, ['content', 'option a', 'option b', 'correct'])
  expect(rows).toEqual([
    {
      place: 3,
      warnings: [],
      question: {
        ...{ title: 'What?', content: 'What?', correctAnswers: ['b'] },
        options: [
          { id: 'a', text: 'One' },
          { id: 'b', text: 'Two' },
        ],
      },
    },
    {
      place: 5,
      warnings: [],
      problem: 'The correct answer "B, z" is neither the letter, the number nor the text of an option',
      question: {
        ...{ title: 'Why?', content: 'Why?', correctAnswers: ['?'] },
        options: [{ id: 'a', text: 'a' }],
      },
    },
  ])
})

test.each<[string, string[], string[] | 'refused']>([
  ['B', ['one', 'two'], ['b']],
  ['2', ['one', 'two'], ['b']],
  ['a, C', ['one', 'two', 'three'], ['a', 'c']],
  ['a c', ['one', 'two', 'three'], ['a', 'c']],
  ['1/3', ['one', 'two', 'three'], ['a', 'c']],
  ['b)', ['one', 'two'], ['b']],
  ['Option B', ['one', 'two'], ['b']],
  ['B) two', ['one', 'two'], ['b']],
  ['ب', ['واحد', 'اثنان'], ['b']],
  ['٢', ['واحد', 'اثنان'], ['b']],
  ['Paris', ['Rome', 'Paris'], ['b']],
  [' paris ', ['Rome', 'Paris'], ['b']],
  ['باريس', ['روما', 'باريس'], ['b']],
  ['Paris, Rome', ['Rome', 'Paris', 'Oslo'], ['a', 'b']],
  ['Paris; b', ['Rome', 'Paris', 'Oslo'], ['b']],
  ['Paris, France', ['Rome, Italy', 'Paris, France'], ['b']],
  ['New York', ['New', 'New York'], ['b']],
  ['2015', ['2014', '2015'], ['b']],
  ['٢٠١٥', ['2014', '2015'], ['b']],
  ['2.50', ['2.5', '3'], ['a']],
  ['TRUE', ['False', 'True'], ['b']],
  ['3', ['1', '2', '3'], ['c']],
  // The number of one option is the text of another.
  ['3', ['1', '3', '2'], 'refused'],
  ['A', ['B', 'A'], 'refused'],
  ['option b', ['1', '3', '2'], ['b']],
  ['b', ['1', '3', '2'], ['b']],
  ['A, C', ['A, B', 'A, C', 'B, C'], 'refused'],
  ['x', ['x', 'X', 'y'], ['a']],
  ['XX', ['xx', 'Xx'], 'refused'],
  ['Oslo', ['Rome', 'Paris'], 'refused'],
  ['5', ['one', 'two'], 'refused'],
  ['Paris, Oslo', ['Rome', 'Paris'], 'refused'],
])('the correct answer %j of %j is %j', (correct, texts, key) => {
  expect(keyOf(correct, texts)).toEqual(key)
})

test('an ambiguous key is refused with what to write instead', () => {
  const row = read({ Question: 'q', A: '1', B: '3', C: '2', Correct: '3' })
  expect(row.problem).toBe(
    'The correct answer "3" can mean different options: write "option c" or "option b"',
  )
})

test.each([
  ['True', ['a'], 'True'],
  ['FALSE', ['b'], 'True'],
  ['t', ['a'], 'True'],
  ['No', ['b'], 'True'],
  ['0', ['b'], 'True'],
  ['صح', ['a'], 'صح'],
  ['خطأ', ['b'], 'صح'],
  ['Правда', ['a'], 'True'],
])('a true-false row needs no options: %j', (correct, key, first) => {
  const row = read({ Question: 'q', Type: 'True/False', 'Correct Answer': correct })
  expect(row).toMatchObject({
    type: 'true-false',
    correctAnswers: key,
    options: [{ id: 'a', text: first }, {}],
  })
  expect(keyOf(correct, ['Yes', 'No'])).toEqual(key)
})

test('without a type, the cells decide', () => {
  expect(read({ Question: 'q', Correct: 'True' })).toMatchObject({
    type: 'true-false',
    correctAnswers: ['a'],
  })
  expect(read({ Question: 'q', A: 'True', B: 'False', Correct: 'a' }).type).toBe('true-false')
  expect(read({ Question: 'Capital?', Answer: 'Paris', Why: 'Since *987*' })).toMatchObject({
    ...{ type: 'open-ended', explanation: 'Paris\n\nSince \\*987\\*' },
    warnings: ['There are no options: the answer becomes part of the explanation'],
  })
})

test('typed answers are read from the same column', () => {
  expect(read({ Question: 'q', Type: 'Short answer', Answer: 'Paris | paname' }).answer).toEqual({
    kind: 'text',
    accepted: ['Paris', 'paname'],
  })
  expect(read({ Question: 'q', Type: 'numeric', 'Correct Answer': '2015' }).answer).toEqual({
    kind: 'number',
    value: 2015,
  })
  const answer = { kind: 'number', value: 3, tolerance: 0 }
  const typed = { ...exported, type: 'numeric', options: [], answer }
  expect(imported(tableOf([typed])).questions).toMatchObject([{ type: 'numeric', answer }])
})

test('without a title it comes from the question, and the other way round', () => {
  const long = `${'word '.repeat(30)}\nmore`
  expect(read({ Question: long, A: 'x' }).title).toBe(`${'word '.repeat(20)}...`)
  expect(read({ Question: '```js\n1\n```\nWhat is `x`?' }).title).toBe('What is `x`?')
  expect(read({ Question: '__proto__?' })).toMatchObject({
    title: '__proto__?',
    content: '\\_\\_proto\\_\\_?',
  })
  expect(read({ Title: 'a # b *c*' })).toMatchObject({ title: 'a # b *c*', content: 'a # b \\*c\\*' })
})

test.each([
  ['#', '\\#'],
  ['+', '\\+'],
  ['# id', '\\# id'],
  ['*', '\\*'],
  ['__proto__', '\\_\\_proto\\_\\_'],
  ['arr[0](1)', 'arr[0\\](1)'],
  ['&nbsp;', '\\&nbsp;'],
  ['1. one\n2. two', '1\\. one  \n2\\. two'],
  ['`a*b*` and *c*', '`a*b*` and \\*c\\*'],
  ['What?\n```js\n# 1\n\n* 2\n```\n# 3', 'What?\n```js\n# 1\n\n* 2\n```\n\\# 3'],
])('the cell %j is text, except code: %j', (cell, markdown) => {
  const row = read({ Title: 't', Question: cell, 'Option A': cell, 'Feedback A': cell, Explanation: cell })
  expect(row).toMatchObject({
    content: markdown,
    explanation: markdown,
    options: [{ text: markdown, feedback: markdown }],
  })
})

test('unknown values get a warning', () => {
  const row = read({ Question: 'q', A: 'x', Type: 'essay', Difficulty: 'extreme', Notes: 'n', '': 'z' })
  expect(row).not.toHaveProperty('type')
  expect(row).not.toHaveProperty('difficulty')
  expect(row.warnings).toEqual([
    'The type "essay" is unknown and is not imported',
    'The difficulty "extreme" is unknown and is not imported',
  ])
  expect(row.notes).toEqual(['The column "Notes" is not imported', 'The column "6" is not imported'])
  expect(read({ ID: 'Q-1', Question: 'q' }).notes).toHaveLength(1)
  expect(read({ Question: 'q', Level: 'Hard', Type: 'MCQ' })).toMatchObject({
    ...{ difficulty: 'advanced', type: 'multiple-choice', warnings: [] },
  })
  expect(
    read({ Question: 'q', A: 'x', B: '', 'Feedback B': 'why', Correct: 'a', Answer: 'x' }).warnings,
  ).toEqual([
    'The cell "Answer" is not imported: the question has options',
    'The feedback of option b is not imported: the option is empty',
  ])
})

test('the column names may be below a title, which is reported', () => {
  const sheet = [['Quiz'], [], ['Question', 'A', 'B', 'Answer'], ['q', 'x', 'y', 'a', 'extra']]
  const header = findHeader(sheet)
  expect(header).toBe(2)
  const { rows, notes } = questionsOf(sheet, mapColumns(sheet[header] ?? []), header)
  expect(rows).toMatchObject([
    {
      place: 4,
      question: { content: 'q', correctAnswers: ['a'] },
      warnings: ['The cells from column 5 on have no column name and are not imported'],
    },
  ])
  expect(notes).toEqual(['Row 1 is above the column names and is not imported'])
  const unnamed = [
    ['Frage', 'Eins'],
    ['What?', 'a'],
  ]
  expect(findHeader(unnamed)).toBe(0)
  expect(questionsOf(unnamed, mapColumns(unnamed[0] ?? [])).notes[0]).toMatch(
    /^Row 1 is read as column names/,
  )
})

test('what is no number or no yes or no is sent as it is, for the server to report', () => {
  const rows = [
    ['Points', 'Active', 'Learning path'],
    ['many', 'maybe', ''],
  ]
  expect(questionsOf(rows, mapColumns(rows[0] ?? [])).rows).toMatchObject([
    { question: { points: 'many', isActive: 'maybe', learningPath: null } },
  ])
})

test('any text survives an export and an import', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (content, feedback) => {
      const text = content.replace(/\r\n?/g, '\n')
      const option = { id: 'a', text: 'x', isCorrect: true, feedback: feedback.replace(/[\r\n]/g, '') }
      const [question] = imported(tableOf([{ ...exported, content: text, options: [option] }])).questions
      expect(question?.content).toBe(text)
    }),
  )
})

test('every row of any sheet is a question or a line of the report, and every cell is in one of them', () => {
  const header = fc.constantFrom(
    ...['Title', 'Question', 'Option A', 'B', '3', 'Feedback A', 'Correct', 'Answer', 'Type', 'Difficulty'],
    ...['Explanation', 'Tags', 'Points', 'Notes', '', 'ID', 'Category'],
  )
  const cell = fc.oneof(
    fc.constantFrom('', ' ', 'a', '2', 'True', 'صح', '# x', 'essay', 'true-false', 'a, b', exported.id),
    fc.string({ maxLength: 8 }),
  )
  const sheet = fc.tuple(
    fc.array(header, { minLength: 1, maxLength: 9 }),
    fc.array(fc.array(cell, { maxLength: 11 }), { maxLength: 6 }),
  )
  fc.assert(
    fc.property(sheet, ([names, below]) => {
      const cells = [names, ...below]
      const at = findHeader(cells)
      const { rows, notes } = questionsOf(cells, mapColumns(cells[at] ?? []), at)
      const report = notes.join('\n')
      for (const [index, row] of cells.entries()) {
        const isBlank = row.every((one) => one.trim() === '')
        const isQuestion = rows.some(({ place }) => place === index + 1)
        if (index < at) expect(report.includes(`Row ${index + 1} `) || isBlank).toBe(true)
        if (index > at) expect(isQuestion).toBe(!isBlank)
      }
      const mapping = mapColumns(cells[at] ?? [])
      for (const { place, warnings } of rows) {
        for (const [column, text] of (cells[place - 1] ?? []).entries()) {
          if (text.trim() === '' || mapping[column]) continue
          const isReported = column < mapping.length ? report.includes('The column "') : warnings.length > 0
          expect(isReported).toBe(true)
        }
      }
    }),
    { numRuns: Number(process.env.FORMAT_RUNS ?? 2_000) },
  )
})
