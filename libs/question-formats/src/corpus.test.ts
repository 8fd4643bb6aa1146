import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseQuestions } from './index.ts'

const folder = new URL('../corpus/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** What a reader of the expectation wants to see: right options with a star, and no values that are defaults. */
function summary(source: string) {
  const { questions, errors, warnings } = parseQuestions(source, 'markdown')
  const defaults: Record<string, unknown> = {
    type: 'multiple-choice',
    difficulty: 'intermediate',
    category: 'General',
    learningPath: 'Default Learning Path',
    topic: 'General Topic',
    points: 1,
    explanation: '',
  }
  return {
    questions: questions.map(({ line, row: { options = [], tags = [], ...row } }) => ({
      line,
      ...Object.fromEntries(Object.entries(row).filter(([key, value]) => defaults[key] !== value)),
      ...(tags.length > 0 ? { tags } : {}),
      options: options.map(({ id, text, isCorrect, feedback }) =>
        [`${id}${isCorrect ? '*' : ''} ${text}`, ...(feedback ? [feedback] : [])].join('\n> '),
      ),
    })),
    ...(errors.length > 0 ? { errors: errors.map(({ line, message }) => `${line}: ${message}`) } : {}),
    ...(warnings.length > 0 ? { warnings: warnings.map(({ message }) => message) } : {}),
  }
}

const cases = readdirSync(folder).filter((name) => name.endsWith('.md'))

describe('hard cases', () => {
  test('there are at least 25', () => {
    expect(cases.length).toBeGreaterThanOrEqual(25)
  })

  test.each(cases)('%s', (name) => {
    expect(summary(read(name))).toEqual(JSON.parse(read(name.replace('.md', '.json'))))
  })

  test.each(cases)('%s reads the same with Windows line ends', (name) => {
    const source = read(name).replaceAll('\r\n', '\n')
    expect(summary(source.replaceAll('\n', '\r\n'))).toEqual(summary(source))
  })
})
