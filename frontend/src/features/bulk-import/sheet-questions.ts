import { OPTIONS_MAX } from '@rehearse/contracts/constants'
import { rearmed } from '@rehearse/contracts/csv'
import { LEVEL_BY_NAME } from '@rehearse/contracts/questions/difficulty-words'
import { isTyped } from '@rehearse/contracts/typed-grading'
import { escapeMarkdownOutsideCode } from '@rehearse/question-formats/escape-markdown'
import { cutTitle } from '@rehearse/question-formats/row-fields'
import type { SheetField } from '../../shared/admin/question-sheet.ts'
import { findCorrect, type SheetOption, truthOf } from './correct-answer.ts'

/** A question as the bulk endpoint reads it: whatever can't be converted is reported there, row by row. */
export type SheetQuestion = Record<string, unknown> & { title: string }

/** What a row contains. */
export interface SheetRow {
  /** The row of the sheet, from 1. */
  place: number
  question: SheetQuestion
  /** Why its key can't be read: the server rejects the question. */
  problem?: string
  warnings: string[]
}

/** The rows of a sheet below its column names, without the empty ones; and what the report says of the sheet. */
export function questionsOf(
  rows: readonly (readonly string[])[],
  mapping: readonly (SheetField | null)[],
  header = 0,
): { rows: SheetRow[]; notes: string[] } {
  const filled = [...rows.entries()].filter(([, cells]) => cells.some((cell) => cell.trim() !== ''))
  const read = filled
    .filter(([index]) => index > header)
    .map(([index, cells]): SheetRow => ({ place: index + 1, ...rowOf(cells, mapping) }))
  const above = filled.filter(([index]) => index < header)
  const foreignId = mapping.includes('id')
    ? filled.find(([index, cells]) => index > header && !isOurs(cells[mapping.indexOf('id')] ?? ' '))
    : undefined
  return {
    rows: read,
    notes: [
      ...above.map(([index]) => `Row ${index + 1} is above the column names and is not imported`),
      ...(mapping.every((field) => field === null)
        ? [`Row ${header + 1} is read as column names, and none of them is known`]
        : []),
      ...mapping.flatMap((field, column) => {
        const isUsed = filled.some(([index, cells]) => index > header && cells[column]?.trim())
        const name = rows[header]?.[column]?.trim() || String(column + 1)
        return field === null && isUsed ? [`The column "${name}" is not imported`] : []
      }),
      ...(foreignId ? ['IDs that are not from an export of this platform are not imported'] : []),
    ],
  }
}

const isOurs = (id: string) =>
  id.trim() === '' || /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id.trim())

function rowOf(cells: readonly string[], mapping: readonly (SheetField | null)[]): Omit<SheetRow, 'place'> {
  const values = new Map<SheetField, string>()
  for (const [column, field] of mapping.entries()) if (field) values.set(field, rearmed(cells[column] ?? ''))
  const value = (field: SheetField) => values.get(field) ?? ''
  const filled = (field: SheetField) => value(field).trim() !== ''
  const warnings: string[] = []
  if (cells.slice(mapping.length).some((cell) => cell.trim() !== '')) {
    warnings.push(`The cells from column ${mapping.length + 1} on have no column name and are not imported`)
  }
  // An exported row has an id of ours, and Markdown in its cells; other cells are plain text.
  const isExported = filled('id') && isOurs(value('id'))
  const shown = (text: string) => (isExported ? text : literal(text))
  const read = { value, filled, warnings, isExported, shown }
  const { key, problem } = keyOf(read)
  const [title, content] = [value('title').trim(), value('content')]
  return {
    question: {
      ...(isExported && { id: value('id').trim() }),
      title: title || cutTitle(withoutFences(content)) || cutTitle(content),
      content: shown(content.trim() === '' && !isExported ? title : content),
      ...difficultyOf(read),
      ...(filled('explanation') && { explanation: shown(value('explanation')) }),
      ...key,
      ...(filled('category') && { category: value('category').trim() }),
      ...Object.fromEntries(
        (['subcategory', 'learningPath', 'topic', 'sectionId'] as const)
          .filter((field) => values.has(field))
          .map((field) => [field, value(field).trim() || null]),
      ),
      ...(filled('tags') && { tags: tagsOf(value('tags')) }),
      ...(filled('points') && { points: numberOf(value('points')) }),
      ...(filled('timeLimit') && { timeLimit: numberOf(value('timeLimit')) }),
      ...(filled('isActive') && { isActive: booleanOf(value('isActive')) }),
      ...(filled('approved') && { approved: booleanOf(value('approved')) }),
      ...(filled('status') && { status: value('status').trim().toLowerCase() }),
      ...(filled('publishAt') && { publishAt: value('publishAt').trim() }),
      ...(filled('expiresAt') && { expiresAt: value('expiresAt').trim() }),
    },
    ...(problem !== undefined && { problem }),
    warnings,
  }
}

interface RowReader {
  value(field: SheetField): string
  filled(field: SheetField): boolean
  warnings: string[]
  isExported: boolean
  shown(text: string): string
}

/** The type of a question, its options and its key. */
function keyOf(row: RowReader): { key: object; problem?: string } {
  const { value, filled, isExported, shown, warnings } = row
  const plain = letters.flatMap((id): SheetOption[] => {
    const text = value(`option ${id}`)
    return text.trim() === '' ? [] : [{ id, text }]
  })
  const type = typeOf(row, plain)
  const typed = type === undefined ? {} : { type }
  const hasBoth = plain.length > 0 && filled('answer')
  const correct = hasBoth && !filled('correct') ? value('answer') : value('correct')
  if (hasBoth && filled('correct'))
    warnings.push('The cell "Answer" is not imported: the question has options')
  const isBare = plain.length === 0 && type === 'true-false'
  const named = isBare ? truthOptions(correct) : plain
  const lost = letters.filter((id) => filled(`feedback ${id}`) && !named.some((option) => option.id === id))
  warnings.push(...lost.map((id) => `The feedback of option ${id} is not imported: the option is empty`))
  // Without a column for correct options, the one for typed answers is taken for it.
  const answer = filled('answer') ? value('answer') : /^\{.*"kind"/s.test(correct) ? correct : undefined
  if (answer !== undefined && plain.length === 0) return { key: { ...typed, answer: answerOf(type, answer) } }
  if (plain.length === 0 && filled('correct')) {
    if (isTyped(type ?? '')) return { key: { ...typed, answer: answerOf(type, correct) } }
    if (type === 'open-ended' || type === 'code') {
      warnings.push('There are no options: the answer becomes part of the explanation')
      const parts = [correct, value('explanation')].filter((part) => part.trim() !== '')
      return { key: { ...typed, explanation: parts.map(shown).join('\n\n') } }
    }
  }
  const options = named.map(({ id, text }) => {
    const feedback = value(`feedback ${id}`)
    return { id, text: shown(text), ...(feedback.trim() !== '' && { feedback: shown(feedback) }) }
  })
  if (correct.trim() === '') return { key: { ...typed, options } }
  const ids = listOf(correct.toLowerCase())
  const isExact = isExported && ids.every((id) => named.some((option) => option.id === id))
  const found = isExact ? { ids } : findCorrect(correct, named, isTruth(named))
  if ('ids' in found) return { key: { ...typed, options, correctAnswers: found.ids } }
  // No option has this id.
  return { key: { ...typed, options, correctAnswers: ['?'] }, problem: found.problem }
}

/** The ids of options: the letters of their columns. */
const letters = Array.from({ length: OPTIONS_MAX }, (_, position) => String.fromCharCode(97 + position))

/** The type of a row; without one, or with an unknown one, its other cells decide. */
function typeOf({ value, filled, warnings }: RowReader, options: readonly SheetOption[]): string | undefined {
  const name = value('type').trim()
  const known = types[name.toLowerCase().replace(/[^\p{L}]/gu, '')]
  if (known !== undefined) return known
  if (name !== '') warnings.push(`The type "${name}" is unknown and is not imported`)
  if (options.length > 0) return isTruth(options) ? 'true-false' : undefined
  const correct = value('correct').trim()
  if (/^\p{L}{2,}$/u.test(correct) && truthOf(correct) !== undefined) return 'true-false'
  const hasAnswer = correct === '' ? filled('explanation') : !/^.{0,1}$|^\{.*"kind"/su.test(correct)
  return hasAnswer && !filled('answer') ? 'open-ended' : undefined
}

const types: Readonly<Partial<Record<string, string>>> = {
  ...{ multiplechoice: 'multiple-choice', mcq: 'multiple-choice', multiplechoicequestion: 'multiple-choice' },
  ...{ single: 'single', singlechoice: 'single', singleselect: 'single' },
  ...{ multiple: 'multiple', multipleselect: 'multiple', multiselect: 'multiple', checkbox: 'multiple' },
  ...{ multipleanswer: 'multiple', multipleanswers: 'multiple', checkboxes: 'multiple' },
  ...{ truefalse: 'true-false', trueorfalse: 'true-false', tf: 'true-false', صحخطأ: 'true-false' },
  ...{ openended: 'open-ended', open: 'open-ended', code: 'code', matching: 'matching' },
  ...{
    shortanswer: 'short-answer',
    fillintheblank: 'short-answer',
    numeric: 'numeric',
    numerical: 'numeric',
  },
}

/** One option means true, and the other false. */
const isTruth = (options: readonly SheetOption[]) =>
  options.length === 2 &&
  options.some(({ text }) => truthOf(text) === true) &&
  options.some(({ text }) => truthOf(text) === false)

/** The options of a true-false question without any, in the language of its answer. */
const truthOptions = (correct: string): SheetOption[] =>
  (/\p{Script=Arabic}/u.test(correct) ? ['صح', 'خطأ'] : ['True', 'False']).map((text, at) => ({
    id: letters[at] ?? '',
    text,
  }))

/** A typed answer: as exported, a number, or accepted texts on lines of their own or between bars. */
function answerOf(type: string | undefined, text: string): unknown {
  const exported = jsonOf(text)
  if (typeof exported === 'object' && exported !== null) return exported
  if (type === 'numeric') return { kind: 'number', value: numberOf(text) }
  const accepted = text.split(/[|\n]/).map((one) => one.trim())
  return type === 'short-answer' ? { kind: 'text', accepted: accepted.filter(Boolean) } : text
}

function difficultyOf({ value, warnings }: RowReader): { difficulty?: string } {
  const name = value('difficulty').trim()
  const known = difficulties[name.toLowerCase()]
  if (name !== '' && !known) warnings.push(`The difficulty "${name}" is unknown and is not imported`)
  return known ? { difficulty: known } : {}
}

const difficulties: Readonly<Partial<Record<string, string>>> = {
  ...LEVEL_BY_NAME,
  ...{ سهل: 'beginner', مبتدئ: 'beginner', متوسط: 'intermediate', صعب: 'advanced', متقدم: 'advanced' },
}

/** Plain text as Markdown that shows it, with its line breaks; code in backticks stays code. */
function literal(text: string): string {
  let isFenced = false
  return escapeMarkdownOutsideCode(text.trim())
    .split('\n')
    .map((line, at, lines) => {
      const isFence = /^\s*```/.test(line)
      if (isFence) isFenced = !isFenced
      const isBreak = !isFenced && !isFence && line.trim() !== '' && (lines[at + 1] ?? '').trim() !== ''
      return isBreak && !/^\s*```/.test(lines[at + 1] ?? '') ? `${line}  ` : line
    })
    .join('\n')
}

const withoutFences = (text: string) => text.replace(/^\s*```[\s\S]*?^\s*```.*$/gm, '')

const listOf = (text: string) =>
  text
    .split(/[,;،\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** Tags that a list would split are exported as JSON. */
const tagsOf = (text: string): string[] => {
  const read = text.trimStart().startsWith('[') ? jsonOf(text) : text
  return Array.isArray(read) && read.every((tag) => typeof tag === 'string') ? read : listOf(text)
}

const numberOf = (text: string) => (Number.isNaN(Number(text)) ? text : Number(text))

const words: Readonly<Partial<Record<string, boolean>>> = {
  ...{ x: true, active: true, approved: true, inactive: false },
}
const booleanOf = (text: string) => words[text.trim().toLowerCase()] ?? truthOf(text) ?? text

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
