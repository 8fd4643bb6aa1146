import { DomainError } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import { parseQuestions, parseQuestionsInChunks } from './index.ts'

const options = '- A: one\n- B: two\n'
const parse = (source: string, defaults = {}) => parseQuestions(source, 'markdown', defaults)
const first = (source: string, defaults = {}) => parse(source, defaults).questions[0]?.row

describe("the specification's rules", () => {
  test('a text without questions is rejected as a whole', () => {
    for (const source of ['', 'Only words.', '# A heading\n\nand a text']) {
      expect(() => parse(source)).toThrow(
        new DomainError({
          kind: 'invalid',
          code: 'unreadable_source',
          message: 'No questions found in the markdown. Please check the format.',
        }),
      )
    }
  })

  test.each([
    ['## 1.\n\n- [x] A: one\n- B: two\n', 'Question 1: Missing title or content'],
    ['## 1. T\n\n- A: one\n\nAnswer: A\n', 'Question 1: Must have at least 2 options'],
    [`## 1. T\n\n${options}`, 'Question 1: Must have at least one correct answer'],
    [`## 1. T\n\n${options}\nAnswer: C, D\n`, 'Question 1: Invalid correct answer IDs: c, d'],
  ])('%j', (source, message) => {
    expect(parse(source).errors).toMatchObject([{ index: 0, line: 1, message }])
  })

  test('a valid question is imported beside an invalid one', () => {
    const { questions, errors } = parse(`## 1. T\n\n${options}\n## 2. U\n\n${options}\nAnswer: B\n`)
    expect(questions).toMatchObject([{ index: 1, line: 6 }])
    expect(errors).toMatchObject([{ index: 0, line: 1, title: 'T' }])
  })

  test.each([
    ['An easy one', 'beginner'],
    ['For a beginner', 'beginner'],
    ['A hard one', 'advanced'],
    ['Something advanced', 'advanced'],
    ['A harder one, easily', 'intermediate'],
  ])('difficulty of "%s" is %s', (title, difficulty) => {
    expect(first(`## 1. ${title}\n\n${options}\nAnswer: A\n`)?.difficulty).toBe(difficulty)
  })

  test("code doesn't affect the guessed difficulty, and an explicit one wins", () => {
    expect(first(`## 1. T\n\n\`\`\`js\nhard\n\`\`\`\n\n${options}\nAnswer: A\n`)?.difficulty).toBe(
      'intermediate',
    )
    expect(first(`## 1. A hard one\n\nDifficulty: Easy\n\n${options}\nAnswer: A\n`)?.difficulty).toBe(
      'beginner',
    )
  })

  test('defaults', () => {
    expect(first(`## 1. T\n\n${options}\nAnswer: A\n`)).toMatchObject({
      category: 'General',
      learningPath: 'Default Learning Path',
      topic: 'General Topic',
      points: 1,
      type: 'multiple-choice',
    })
  })

  test('titles are shortened to 100 characters without losing text', () => {
    const title = 'word '.repeat(30).trim()
    const row = first(`## 1. ${title}\n\n${options}\nAnswer: A\n`)
    expect(row?.title).toBe(`${title.slice(0, 100)}...`)
    expect(row?.content).toBe(title)
    expect(first(`## 1. ${title}\n\nMore.\n\n${options}\nAnswer: A\n`)?.content).toBe(`${title}\n\nMore.`)
  })

  test('long titles and contents get a warning', () => {
    const { warnings } = parse(`## 1. ${'t'.repeat(201)}\n\n${'c'.repeat(1_001)}\n\n${options}\nAnswer: A\n`)
    expect(warnings.map(({ message }) => message)).toEqual([
      'Question 1: Title is over 200 characters',
      'Question 1: Content is over 1000 characters',
    ])
  })

  test('limits of a stored question are errors of that question', () => {
    expect(parse(`## 1. T [500 points]\n\n${options}\nAnswer: A\n`).errors[0]?.message).toMatch(
      /^Question 1: points: /,
    )
  })
})

describe('defaults from the import', () => {
  test('the section provides category, subcategory and path; the file overrides it', () => {
    const section = { section: { id: 'practice', name: 'Practice' } }
    const body = `## 1. T\n\n${options}\nAnswer: A\n`
    expect(first(body, section)).toMatchObject({
      category: 'Practice',
      subcategory: 'Practice',
      learningPath: 'practice',
      sectionId: 'practice',
    })
    const row = first(`---\nCategory: CSS\n---\n\n${body}`, section)
    expect(row).toMatchObject({ category: 'CSS', learningPath: 'practice' })
  })
})

test('a letter at the start of a sentence is not an answer', () => {
  const { errors } = parse(`## 1. T\n\n${options}\nAnswer: A closure\n`)
  expect(errors[0]?.message).toBe('Question 1: Must have at least one correct answer')
})

test('10,000 questions leave time for other work', { timeout: 240_000 }, async () => {
  const source = Array.from({ length: 10_000 }, (_, n) => `## ${n + 1}. T\n\n${options}\nAnswer: A\n`).join(
    '\n',
  )
  let turns = 0
  let read = 0
  const others = setInterval(() => turns++, 0)
  for await (const { question } of parseQuestionsInChunks(source, 'markdown')) if (question) read++
  clearInterval(others)
  expect(read).toBe(10_000)
  expect(turns).toBeGreaterThan(20)
})
