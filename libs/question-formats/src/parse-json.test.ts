import { DomainError } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import { parseJsonRow, parseQuestions } from './index.ts'

const good = {
  title: 'A title',
  content: 'A content',
  options: [{ text: 'one', isCorrect: true }, { text: 'two' }],
}
const parse = (value: unknown) => parseQuestions(JSON.stringify(value, null, 2), 'json')
const messageOf = (value: unknown) => parse([value]).errors[0]?.message

function unreadable(source: string): string {
  try {
    parseQuestions(source, 'json')
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid' && error.code === 'unreadable_source') {
      return error.message
    }
  }
  return 'was read'
}

describe('the file', () => {
  test.each([[[good]], [{ questions: [good] }], [{ version: 2, questions: [good], after: { a: [1] } }]])(
    'accepts both shapes: %j',
    (value) => {
      expect(parse(value).questions).toHaveLength(1)
    },
  )

  test.each(['{}', '{"questions": 1}', '3', 'null', '"text"', '{"a": []}'])(
    '%s is no list of questions',
    (source) => {
      expect(unreadable(source)).toBe(
        'Invalid format. Expected an array of questions or an object with a "questions" property.',
      )
    },
  )

  test.each([
    '',
    '[',
    '[{]',
    '[1,]',
    '{"questions": [1]',
    '[1] 2',
    '[tru]',
    '{"a" "b"}',
    '["\u0001"]',
    '[,1]',
  ])('%j is not valid JSON', (source) => {
    expect(unreadable(source)).toMatch(/^JSON parsing error: ./)
  })

  test('gives each question its line and position', () => {
    const source =
      '\uFEFF[\r\n{"title": "\\"]}"},\r\n\r\n{"title": "x", "content": "y", "options": [\n]}\n, 7 ]'
    const { errors } = parseQuestions(source, 'json')
    expect(errors.map(({ index, line, title }) => ({ index, line, title }))).toEqual([
      { index: 0, line: 2, title: '"]}' },
      { index: 1, line: 4, title: 'x' },
      { index: 2, line: 6, title: '' },
    ])
  })
})

describe('a question', () => {
  test("gets the specification's defaults", () => {
    expect(parse([good]).questions[0]?.row).toEqual({
      title: 'A title',
      content: 'A content',
      type: 'multiple-choice',
      difficulty: 'beginner',
      options: [
        { id: 'a', text: 'one', isCorrect: true },
        { id: 'b', text: 'two', isCorrect: false },
      ],
      category: 'General',
      learningPath: 'Default Learning Path',
      topic: 'General Topic',
      tags: [],
      points: 1,
    })
  })

  test('gets category, subcategory, path and section from the section it is imported into', () => {
    const { question } = parseJsonRow(good, 0, { section: { id: 'practice', name: 'Practice' } })
    expect(question?.row).toMatchObject({
      category: 'Practice',
      subcategory: 'Practice',
      learningPath: 'practice',
      sectionId: 'practice',
    })
  })

  test('keeps its own values, and null means none', () => {
    const { question } = parseJsonRow({ ...good, category: 'CSS', learningPath: null, points: 7 }, 0)
    expect(question?.row).toMatchObject({ category: 'CSS', points: 7 })
    expect(question?.row).not.toHaveProperty('learningPath')
  })

  test.each([
    [{}, 'Question 1: title and content are required'],
    [7, 'Question 1: title and content are required'],
    [{ ...good, title: '  ' }, 'Question 1: title and content are required'],
    [{ ...good, content: undefined }, 'Question 1: title and content are required'],
    [{ ...good, options: undefined }, 'Question 1: options array is required'],
    [{ ...good, options: 'a' }, 'Question 1: options array is required'],
    [{ ...good, options: [] }, 'Question 1: at least one option must be marked as correct'],
    [
      { ...good, options: [{ text: 'a' }, { text: 'b' }] },
      'Question 1: at least one option must be marked as correct',
    ],
    [{ ...good, options: [{ text: 'a', isCorrect: true }] }, 'Question 1: Must have at least 2 options'],
    [{ ...good, correctAnswers: ['z'] }, 'Question 1: Invalid correct answer IDs: z'],
    [
      { ...good, correctAnswers: ['b'] },
      'Question 1: correctAnswers and the options marked as correct disagree',
    ],
    [
      {
        ...good,
        type: 'single',
        options: [
          { text: 'a', isCorrect: true },
          { text: 'b', isCorrect: true },
        ],
      },
      'Question 1: A single-choice question has exactly one correct answer',
    ],
    [
      {
        ...good,
        options: [
          { id: 'a', text: 'x', isCorrect: true },
          { id: 'a', text: 'y' },
        ],
      },
      'Question 1: Option IDs used twice: a',
    ],
  ])('%j is rejected', (value, message) => {
    expect(messageOf(value)).toBe(message)
  })

  test.each([
    { points: 0 },
    { points: '5' },
    { timeLimit: 5 },
    { difficulty: 'odd' },
    { type: 'odd' },
    { tags: 'a' },
  ])('%j is out of bounds', (fields) => {
    expect(messageOf({ ...good, ...fields })).toMatch(new RegExp(`^Question 1: ${Object.keys(fields)[0]}: `))
  })

  test('can have correctAnswers as its only key', () => {
    const { question } = parseJsonRow({ ...good, options: ['one', 'two'], correctAnswers: ['b'] }, 0)
    expect(question?.row.options?.map((option) => option.isCorrect)).toEqual([false, true])
  })

  test('needs no options when it is open-ended', () => {
    expect(parseJsonRow({ ...good, options: undefined, type: 'open-ended' }, 0).error).toBeUndefined()
  })

  test('gets a warning for long texts', () => {
    const { warnings } = parse([{ ...good, title: 't'.repeat(201), content: 'c'.repeat(1_001) }])
    expect(warnings.map(({ message }) => message)).toEqual([
      'Question 1: Title is over 200 characters',
      'Question 1: Content is over 1000 characters',
    ])
  })
})
