import { isDeepStrictEqual } from 'node:util'
import {
  choiceErrors,
  DomainError,
  type QuestionWords,
  type TranslationInput,
  type TranslationListQuery,
  type TranslationState,
} from '@rehearse/contracts'
import { questionNotFound, type StoredQuestion } from '../questions/question.ts'
import { findQuestion, lockQuestion } from '../questions/question-repository.ts'
import type { Translations } from '../questions/question-view.ts'
import type { Db, Trx } from '../tables.ts'
import {
  findTranslations,
  readEarlierVersions,
  readTranslatable,
  type StoredTranslation,
  storeTranslation,
} from './repository.ts'

/** Questions per page, and how many are read to find them. */
const pageSize = 20
const batchSize = 250
const batches = 16

/** The shipped translations and those saved by admins, which come first. */
export async function withStored(
  db: Db,
  shipped: Translations,
  questions: readonly StoredQuestion[],
  language: string | undefined,
): Promise<Translations> {
  if (language === undefined || language === 'en') return shipped
  const stored = await findTranslations(
    db,
    questions.map(({ id }) => id),
    language,
  )
  if (stored.size === 0) return shipped
  return {
    find(question, wanted) {
      const translation = stored.get(question.id)
      const isCurrent = translation && isDeepStrictEqual(translation.original, wordsOf(question))
      return isCurrent ? inWords(question, translation.words) : shipped.find(question, wanted)
    },
  }
}

interface Translated {
  original: QuestionWords
  words: QuestionWords
  /** Null if it ships with the content. */
  changedAt: Date | null
}

/**
 * Each question's translation, current or stale; undefined if it has none. A shipped one belongs to a text, so that
 * of an edited question is found by its earlier versions.
 */
async function translationsOf(
  db: Db,
  shipped: Translations,
  questions: readonly StoredQuestion[],
  language: string,
): Promise<Map<string, Translated>> {
  const ids = questions.map(({ id }) => id)
  const stored = await findTranslations(db, ids, language)
  const found = new Map<string, Translated>()
  const unknown: StoredQuestion[] = []
  for (const question of questions) {
    const own = stored.get(question.id)
    const translated = shipped.find(question, language)
    if (own && (translated === undefined || isCurrent(own, question))) found.set(question.id, own)
    else if (translated) found.set(question.id, shippedOne(question, translated))
    else if (question.version > 1) unknown.push(question)
  }
  const versions = await readEarlierVersions(
    db,
    unknown.map(({ id }) => id),
  )
  for (const question of unknown) {
    for (const { title, content, explanation, options } of versions.get(question.id) ?? []) {
      const before = { ...question, title, content, explanation, options }
      const translated = shipped.find(before, language)
      if (translated === undefined) continue
      found.set(question.id, shippedOne(before, translated))
      break
    }
  }
  return found
}

const shippedOne = (original: StoredQuestion, translated: StoredQuestion): Translated => ({
  original: wordsOf(original),
  words: wordsOf(translated),
  changedAt: null,
})

const isCurrent = ({ original }: Pick<StoredTranslation, 'original'>, question: StoredQuestion): boolean =>
  isDeepStrictEqual(original, wordsOf(question))

function stateOf(question: StoredQuestion, translated: Translated | undefined): TranslationState {
  if (translated === undefined) return 'missing'
  return isCurrent(translated, question) ? 'translated' : 'stale'
}

/** A page of questions whose translation is in a state, or in any. */
export async function listTranslations(
  db: Db,
  shipped: Translations,
  { language, state, after }: TranslationListQuery,
) {
  const data = []
  let next = after ?? null
  for (let batch = 0; batch < batches && data.length < pageSize; batch += 1) {
    const rows = await readTranslatable(db, next ?? undefined, batchSize)
    const questions = rows.map(({ question }) => question)
    const translations = await translationsOf(db, shipped, questions, language)
    for (const { question, position } of rows) {
      next = position
      const translated = translations.get(question.id)
      const its = stateOf(question, translated)
      if (state !== undefined && its !== state) continue
      const { id, title, category } = question
      const changedAt = translated?.changedAt?.toISOString() ?? null
      data.push({ id, title, category: category.name, state: its, changedAt })
      if (data.length === pageSize) break
    }
    const wasLast = rows.length < batchSize
    if (wasLast && next === (rows.at(-1)?.position ?? next)) return { data, next: null }
  }
  return { data, next }
}

/** @throws {DomainError} not-found */
export async function readTranslation(db: Db, shipped: Translations, id: string, language: string) {
  const question = await findQuestion(db, id)
  if (question === undefined || question.deletedAt !== null) throw questionNotFound()
  const translated = (await translationsOf(db, shipped, [question], language)).get(id)
  return {
    id,
    version: question.version,
    state: stateOf(question, translated),
    original: wordsOf(question),
    translated: translated ? { ...translated, changedAt: translated.changedAt?.toISOString() ?? null } : null,
  }
}

/**
 * Stores the translation of a question's current texts.
 * @throws {DomainError} not-found; conflict, `question_changed`; invalid, `invalid_translation`
 */
export async function saveTranslation(
  trx: Trx,
  { id, language }: { id: string; language: string },
  { version, ...words }: TranslationInput,
  actor: string,
): Promise<void> {
  const question = await lockQuestion(trx, id)
  if (question === undefined || question.deletedAt !== null) throw questionNotFound()
  if (question.version !== version) throw questionChanged()
  const original = wordsOf(question)
  for (const part of ['options', 'pairs', 'extra'] as const) {
    if (!isDeepStrictEqual(idsOf(words, part), idsOf(original, part))) throw otherParts(part)
  }
  if (choicesOf(words).size < choicesOf(original).size) throw sameChoices()
  const [unreadable] = choiceErrors({
    options: words.options,
    answer: words.pairs && { kind: 'pairs', pairs: words.pairs, extra: words.extra },
  })
  if (unreadable)
    throw invalidTranslation(unreadable.path === 'answer' ? 'pairs' : 'options', unreadable.message)
  await storeTranslation(trx, { id, language, words, original, actor })
}

/** The ids of the parts of a question in their order; extra choices have their position. */
const idsOf = (words: QuestionWords, part: 'options' | 'pairs' | 'extra') =>
  words[part]?.map((one, position) => (typeof one === 'string' ? position : one.id))

/** What learners choose from in a matching question: equal texts are one choice. */
const choicesOf = ({ pairs = [], extra = [] }: QuestionWords) =>
  new Set([...pairs.map(({ right }) => right), ...extra])

const wordsOf = ({ title, content, explanation, options, answer }: StoredQuestion): QuestionWords => ({
  title,
  content,
  explanation,
  options: options.map(({ id, text, feedback }) => ({
    id,
    text,
    ...(feedback !== undefined && { feedback }),
  })),
  ...(answer?.kind === 'pairs' && {
    pairs: answer.pairs,
    ...(answer.extra !== undefined && { extra: answer.extra }),
  }),
})

/** The question with other texts; its key stays. */
function inWords(
  question: StoredQuestion,
  { options, pairs, extra, ...texts }: QuestionWords,
): StoredQuestion {
  const byId = new Map(options.map((option) => [option.id, option]))
  return {
    ...question,
    ...texts,
    ...(pairs && { answer: { kind: 'pairs', pairs, ...(extra && { extra }) } }),
    options: question.options.map(({ id, isCorrect, ...own }) => {
      const { text, feedback } = byId.get(id) ?? own
      return { id, text, isCorrect, ...(feedback !== undefined && { feedback }) }
    }),
  }
}

const questionChanged = () =>
  new DomainError({
    kind: 'conflict',
    code: 'question_changed',
    message: 'The question changed in the meantime. Check what changed, then save again.',
  })

const invalidTranslation = (path: string, message: string) =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_translation',
    message: 'A translation has the options, pairs and choices of its question',
    details: [{ path, message }],
  })
const otherParts = (path: string) => invalidTranslation(path, 'must be those of the question, in their order')
const sameChoices = () => invalidTranslation('pairs', 'must not give two choices the same text')
