import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { QuestionFormat } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import { detectFormat, parseQuestions } from './index.ts'

const folder = new URL('../corpus/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

const formats: Readonly<Record<string, QuestionFormat>> = {
  '.gift': 'gift',
  '.aiken': 'aiken',
  '.xml': 'moodle-xml',
}

/** A readable summary of the result: correct options with a star, without default values. */
function summary(source: string, format: QuestionFormat) {
  const { questions, errors, warnings } = parseQuestions(source, format)
  const defaults: Record<string, unknown> = {
    type: 'multiple-choice',
    difficulty: format === 'markdown' ? 'intermediate' : 'beginner',
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

const casesOf = (extension: string, inner = '') =>
  readdirSync(new URL(inner, folder))
    .filter((name) => name.endsWith(extension))
    .map((name) => inner + name)

const cases = casesOf('.md')

describe('difficult sources', () => {
  test('include at least 25 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(25)
  })

  test.each([
    ...cases,
    ...casesOf('.gift', 'gift/'),
    ...casesOf('.aiken', 'aiken/'),
    ...casesOf('.xml', 'moodle-xml/'),
  ])('%s', (name) => {
    const format = formats[extname(name)] ?? 'markdown'
    const source = read(name).replaceAll('\r\n', '\n')
    expect(detectFormat(source)).toBe(format)
    expect(summary(read(name), format)).toEqual(JSON.parse(read(name.replace(/\.[a-z]+$/, '.json'))))
    expect(summary(source.replaceAll('\n', '\r\n'), format)).toEqual(summary(source, format))
  })
})
