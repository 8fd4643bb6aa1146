import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type ImportRow, readSource } from '../imports/read-rows.ts'
import type { StoredQuestion } from '../questions/question.ts'
import type { Translations } from '../questions/question-view.ts'

/** The translated texts of a question. Its key and everything else are the same in every language. */
type Words = Pick<StoredQuestion, 'title' | 'content' | 'explanation' | 'options' | 'answer'>

/**
 * The shipped questions in other languages. A translation belongs to the exact text it was made from: once an admin
 * edits that text, the question is shown as edited, so no learner sees an outdated answer.
 */
export class ContentTranslations implements Translations {
  readonly #languages = new Map<string, Map<string, Words>>()

  /** The translated question, if there is a translation of its current text into this language. */
  find(question: StoredQuestion, language: string | undefined): StoredQuestion | undefined {
    const words = this.#languages.get(language ?? '')?.get(wordsKey(question))
    if (!words) return undefined
    const options = question.options.map((one) => inWords(one, words))
    return { ...question, ...words, options, answer: answerInWords(question.answer, words.answer) }
  }

  /** Reads `translations/<language>/…`, which mirrors `questions/…`. An invalid file is logged and skipped. */
  async load(folder: string, log: FastifyBaseLogger): Promise<void> {
    for (const file of await translatedFiles(folder)) {
      try {
        const [original, translation] = await Promise.all([
          readRows(folder, join('questions', file.path)),
          readRows(folder, join('translations', file.language, file.path)),
        ])
        this.#add(file.language, original, translation)
      } catch (error) {
        log.error({ err: error, file }, 'content: could not load this translation')
      }
    }
  }

  #add(language: string, original: readonly ImportRow[], translation: readonly ImportRow[]): void {
    const known = this.#languages.get(language) ?? new Map<string, Words>()
    const originals = new Map(original.map((row) => [row.id, row]))
    for (const row of translation) {
      const translated = row.id === undefined ? undefined : originals.get(row.id)
      if (translated === undefined) throw new Error(`the original has no question with the id ${row.id}`)
      known.set(wordsKey(wordsOf(translated)), wordsOf(row))
    }
    this.#languages.set(language, known)
  }
}

const wordsOf = ({ row, key }: ImportRow): Words => ({
  title: row.title,
  content: row.content,
  explanation: row.explanation,
  ...key,
})

const wordsKey = ({ title, content, explanation, options, answer }: Words): string =>
  JSON.stringify([
    title,
    content,
    explanation,
    options.map(({ id, text, feedback }) => [id, text, feedback ?? null]),
    ...(answer?.kind === 'pairs'
      ? [answer.pairs.map(({ id, left, right }) => [id, left, right]), answer.extra ?? []]
      : []),
  ])

function inWords(option: Words['options'][number], words: Words): Words['options'][number] {
  const { text, feedback } = words.options.find(({ id }) => id === option.id) ?? option
  return { id: option.id, text, isCorrect: option.isCorrect, ...(feedback !== undefined && { feedback }) }
}

/**
 * The texts of pairs are translated. Accepted texts are not: the question itself lists those in every language, so that
 * an answer is graded alike wherever it was read.
 */
function answerInWords(answer: Words['answer'], translated: Words['answer']): Words['answer'] {
  if (answer?.kind !== 'pairs' || translated?.kind !== 'pairs') return answer
  const { extra } = answer
  const pairs = answer.pairs.map((pair) => ({
    ...pair,
    ...translated.pairs.find(({ id }) => id === pair.id),
    id: pair.id,
  }))
  return {
    ...answer,
    pairs,
    ...(extra && { extra: extra.map((text, at) => translated.extra?.[at] ?? text) }),
  }
}

async function translatedFiles(folder: string): Promise<{ language: string; path: string }[]> {
  const names = await readdir(join(folder, 'translations'), { recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return names
    .map((name) => name.split(sep))
    .filter((parts) => parts.length === 3 && parts[2]?.endsWith('.md'))
    .map(([language = '', ...path]) => ({ language, path: path.join('/') }))
}

async function readRows(folder: string, path: string): Promise<readonly ImportRow[]> {
  const text = await readFile(join(folder, path), 'utf8')
  const { rows, errors } = await readSource(text, 'markdown', {})
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return rows
}
