import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type QuestionRow, questionRow } from '@rehearse/contracts'
import { parseQuestions } from '@rehearse/question-formats'
import { challengeFolderOf, starterEntries } from '../../services/questions/src/content/content-files.ts'
import { type Check, checksFile } from './check.ts'

type Option = QuestionRow['options'][number] & { id: string }
export type ShippedQuestion = Omit<QuestionRow, 'options'> & { options: readonly Option[] }

/** A shipped question, and how it is proven. */
export interface ContentQuestion {
  /** Relative to the folder of questions: `javascript-deep-dive/scope-and-closures.md`. */
  readonly file: string
  readonly question: ShippedQuestion
  readonly check: Check | undefined
}

/** The questions in the files, and the parts that can't be read or belong to no question. */
export interface ReadQuestions {
  readonly questions: readonly ContentQuestion[]
  readonly problems: readonly string[]
}

/** @param folder of the question files, with a trailing slash */
export function readQuestions(folder: URL): ReadQuestions {
  const read = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((file) => readOne(folder, file))
  return { questions: read.flatMap((one) => one.questions), problems: read.flatMap((one) => one.problems) }
}

function readOne(folder: URL, file: string): ReadQuestions {
  const { questions, errors } = parseQuestions(readFileSync(new URL(file, folder), 'utf8'), 'markdown')
  const { checks, problem } = readChecks(new URL(file.replace(/\.md$/, '.checks.json'), folder))
  const strays = Object.keys(checks).filter((id) => !questions.some((question) => question.id === id))
  return {
    questions: questions.map(({ id, row }) => ({
      file,
      question: shipped(questionRow.parse(row)),
      check: checks[id ?? ''],
    })),
    problems: [
      ...errors.map((error) => `${file}: ${JSON.stringify(error)}`),
      ...(problem === undefined ? [] : [`${file}: its checks can't be read: ${problem}`]),
      ...strays.map((id) => `${file}: a check without a question: ${id}`),
    ],
  }
}

function readChecks(file: URL): { checks: Record<string, Check>; problem?: string } {
  if (!existsSync(file)) return { checks: {} }
  try {
    return { checks: checksFile.parse(JSON.parse(readFileSync(file, 'utf8'))) }
  } catch (error) {
    return { checks: {}, problem: String(error) }
  }
}

const shipped = (row: QuestionRow): ShippedQuestion => ({
  ...row,
  options: row.options.map((option, position) => ({ ...option, id: option.id ?? letters.charAt(position) })),
})

const letters = 'abcdefghijklmnopqrstuvwxyz'

type ContentEntry<Document> = Document & { readonly id: string; readonly order: number }

/**
 * The shipped entries of one kind, parsed by their schema.
 * @param folder of the content, with a trailing slash
 */
export function readEntries<Document>(folder: URL, kind: string): ContentEntry<Document>[] {
  const single = existsSync(new URL(`${kind}.json`, folder)) ? [`${kind}.json`] : []
  const many = jsonFiles(new URL(`${kind}/`, folder)).map((name) => `${kind}/${name}`)
  const files = [...single, ...many].map((path) => ({ path, text: read(folder, path) }))
  const paths = filesBelow(new URL(`${kind}/`, folder)).map((file) => `${kind}/${file}`)
  const groups = [...Map.groupBy(paths, challengeFolderOf)].flatMap(([path, parts]) => {
    if (path === undefined) return []
    const texts = parts.map((part) => ({ file: part.slice(path.length + 1), text: read(folder, part) }))
    return { path, text: JSON.stringify(texts) }
  })
  return [...files, ...groups].flatMap((file) =>
    starterEntries(file).entries.map(({ id, order, document }) => ({
      id,
      order,
      ...(document as Document),
    })),
  )
}

const read = (folder: URL, path: string): string => readFileSync(new URL(path, folder), 'utf8')

/** Paths of all files in a folder and the folders below; none if it doesn't exist. */
export const filesBelow = (folder: URL): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map(({ name, parentPath }) => relative(fileURLToPath(folder), join(parentPath, name)))
        .sort()
    : []

export const jsonFiles = (folder: URL): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : []
