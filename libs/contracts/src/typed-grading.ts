import { foldText } from './fold-text.ts'
import type {
  CorrectResponse,
  QuestionAnswer,
  QuestionPrompt,
  QuestionResponse,
} from './questions/typed-answer.ts'

/*
 * Grades answers to matching, short-answer and numeric questions, on the server and on a device without a network.
 * Without zod, so that the first visit doesn't load it.
 */

/** Question types with such a key, and the kind of each. */
export const typedKinds = { matching: 'pairs', 'short-answer': 'text', numeric: 'number' } as const
export type TypedQuestionType = keyof typeof typedKinds

export const isTyped = (type: string): type is TypedQuestionType => Object.hasOwn(typedKinds, type)

/**
 * What a learner sees before answering. The right sides' ids and order depend on their texts alone, which are public:
 * neither says which left side one belongs to. Equal texts are one choice.
 */
export function promptOf({
  id,
  version,
  answer,
}: {
  id: string
  version: number
  answer: QuestionAnswer | null
}): QuestionPrompt | null {
  if (answer === null) return null
  if (answer.kind === 'text') return { kind: 'text' }
  if (answer.kind === 'number') {
    return { kind: 'number', ...(answer.unit !== undefined && { unit: answer.unit }) }
  }
  const texts = [...new Set([...answer.pairs.map(({ right }) => right), ...(answer.extra ?? [])])]
  const right = texts
    .map((text) => ({ id: hash(text), text, order: hash(`${id} ${version} ${text}`) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ id: ofText, text }) => ({ id: ofText, text }))
  return { kind: 'pairs', left: answer.pairs.map((pair) => ({ id: pair.id, text: pair.left })), right }
}

/** The error of a response that doesn't fit its question: of another kind, or with unknown or repeated items. */
export function responseError(prompt: QuestionPrompt, response: QuestionResponse): string | undefined {
  if (prompt.kind !== response.kind) return 'is of another kind than the question'
  if (prompt.kind !== 'pairs' || response.kind !== 'pairs') return undefined
  const [lefts, rights] = [prompt.left, prompt.right].map((items) => new Set(items.map(({ id }) => id)))
  const isKnown = response.pairs.every(({ left, right }) => lefts?.has(left) && rights?.has(right))
  if (!isKnown) return 'names an item that the question does not have'
  const isDistinct = new Set(response.pairs.map(({ left }) => left)).size === response.pairs.length
  return isDistinct ? undefined : 'names a left side twice'
}

/**
 * Whether a response is correct: every pair, one of the accepted texts, or a number within the tolerance.
 * @param prompt of the same question, in any language: a translation keeps the ids
 */
export function isCorrectResponse(
  answer: QuestionAnswer,
  prompt: QuestionPrompt,
  response: QuestionResponse,
): boolean {
  if (answer.kind === 'pairs' && response.kind === 'pairs') {
    const chosen = new Map(response.pairs.map(({ left, right }) => [left, right]))
    return correctPairs(answer, prompt).every(({ left, right }) => chosen.get(left) === right)
  }
  if (answer.kind === 'text' && response.kind === 'text') {
    const given = comparable(response.text, answer)
    return answer.accepted.some((text) => comparable(text, answer) === given)
  }
  if (answer.kind === 'number' && response.kind === 'number') {
    return isWithin(response.value, answer)
  }
  return false
}

export function correctResponseOf(answer: QuestionAnswer, prompt: QuestionPrompt): CorrectResponse {
  if (answer.kind === 'pairs') return { kind: 'pairs', pairs: correctPairs(answer, prompt) }
  if (answer.kind === 'number') return answer
  return { kind: 'text', text: answer.accepted[0] ?? '', accepted: answer.accepted }
}

function correctPairs({ pairs }: Extract<QuestionAnswer, { kind: 'pairs' }>, prompt: QuestionPrompt) {
  const rights = prompt.kind === 'pairs' ? prompt.right : []
  return pairs.map(({ id, right }) => ({
    left: id,
    right: rights.find(({ text }) => text === right)?.id ?? hash(right),
  }))
}

/**
 * A text as it is graded: by `foldText`, and without case unless it matters. By way of upper case, so that `ß` equals
 * `ss`; ligatures stay what they are.
 */
function comparable(
  text: string,
  {
    caseSensitive,
    whitespace,
  }: Pick<Extract<QuestionAnswer, { kind: 'text' }>, 'caseSensitive' | 'whitespace'>,
): string {
  const folded = foldText(text, whitespace)
  if (caseSensitive) return folded
  return folded.replace(notLigature, (run) => run.toUpperCase().toLowerCase()).normalize('NFC')
}

const notLigature = /[^\u0587\ufb00-\ufb17]+/g

/**
 * Decimal fractions have no exact binary form (0.1 + 0.2 isn't 0.3), so a distance counts as within the tolerance if it
 * exceeds it by no more than 4 units in the last place of the numbers involved.
 */
function isWithin(value: number, key: Extract<QuestionAnswer, { kind: 'number' }>): boolean {
  const allowance = 4 * Number.EPSILON * Math.max(Math.abs(value), Math.abs(key.value), key.tolerance)
  return Math.abs(value - key.value) <= key.tolerance + allowance
}

/** A short id of a text: 64 bits, from two 32-bit hashes (FNV-1a with different offsets). */
function hash(text: string): string {
  let [one, two] = [0x811c9dc5, 0x9dc5811c]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    two = Math.imul(two ^ (code + at), 0x85ebca6b)
    two ^= two >>> 13
  }
  return [one, two].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}
