import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { PATH_STEPS, pathStep, slug } from '@rehearse/contracts'
import { readFrontMatter } from '@rehearse/contracts/front-matter'
import { z } from 'zod'
import { challengeKind } from '../library/challenges.ts'
import type { LibraryKind } from '../library/kind.ts'
import { diagramKind, resourceCategoryKind, servedKinds } from '../library/kinds.ts'
import { builtInIssueKind } from '../library/list-issues.ts'
import type { StarterEntry } from '../library/repository.ts'
import { isForCheckOnly, readChallengeFolder } from './challenge-folder.ts'

/** Every kind of content that the files can contain. */
export const contentKinds: readonly LibraryKind[] = [
  ...servedKinds,
  resourceCategoryKind,
  builtInIssueKind,
  diagramKind,
]

/**
 * The kind of a content file: from its name, as in `plans.json`, or for any JSON file from its folder, as in
 * `plans/`. Diagrams are SVG files. A challenge can be a folder, `challenges/<id>`.
 */
export function kindOfFile(path: string): LibraryKind | undefined {
  if (isChallengeFolder(path)) return challengeKind
  return contentKinds.find(({ name }) => path === `${name}.json` || isDirectlyIn(path, name))
}

/**
 * Reads a content file: a JSON array of entries, one entry, a diagram, or a challenge's folder. A text of many lines
 * can be written as `{ "lines": […] }`.
 * @throws {ZodError | SyntaxError} if the file doesn't match the schema of its kind
 */
export function starterEntries({ path, text }: { path: string; text: string }): {
  kind: LibraryKind
  entries: StarterEntry[]
} {
  const kind = kindOfFile(path)
  if (kind === undefined) throw new Error(`${path} is no file of the library`)
  if (isChallengeFolder(path))
    return { kind, entries: [readChallengeFolder(path, fileTexts.parse(JSON.parse(text)), parseJson)] }
  const given: unknown = kind === diagramKind ? { id: basename(path, '.svg'), svg: text } : parseJson(text)
  const list = Array.isArray(given) ? given : [given]
  const documents = z.array(kind.document).parse(list)
  const places = z.array(place).parse(list)
  const entries = documents.flatMap((document, position) => {
    const { id, order = position + 1 } = places[position] ?? {}
    return id === undefined ? [] : [{ id, document, order }]
  })
  return { kind, entries }
}

const place = z.object({ id: slug, order: z.int().optional() })

const parseJson = (text: string): unknown => JSON.parse(text, (_key, value: unknown) => joinLines(value))

function joinLines(value: unknown): unknown {
  const { success, data } = manyLines.safeParse(value)
  return success ? data.lines.join('\n') : value
}

const manyLines = z.strictObject({ lines: z.array(z.string()) })

const isDirectlyIn = (path: string, folder: string): boolean =>
  path.startsWith(`${folder}/`) &&
  path.endsWith(folder === diagramKind.name ? '.svg' : '.json') &&
  path.split('/').length === 2

export interface ContentFile {
  /** Relative to the content folder, with forward slashes on every system. */
  path: string
  text: string
  sha256: Buffer
}

/**
 * The content files below a folder, in loading order. The steps of a learning path count as one file, and so do the
 * files of a challenge's folder. A missing folder has no files.
 */
export async function readContentFiles(folder: string): Promise<ContentFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const paths = found
    .filter((one) => one.isFile())
    .map(({ name, parentPath }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort()
  const read = async (path: string) => readFile(join(folder, path), 'utf8')
  const single = paths.filter(isContent).map(async (path) => contentFile(path, await read(path)))
  const groups = Map.groupBy(paths, (path) => (isStep(path) ? dirname(path) : challengeFolderOf(path)))
  const joined = [...groups].map(async ([group, files]) => {
    if (group === undefined) return []
    const parts = files.map(async (path) => ({ file: path.slice(group.length + 1), text: await read(path) }))
    return contentFile(group, JSON.stringify(await Promise.all(parts)))
  })
  const files = await Promise.all([...single, ...joined])
  return files.flat().sort((one, other) => stageOf(one.path) - stageOf(other.path))
}

/** The files of one content file that consists of several, as its text has them. */
const fileTexts = z.array(z.object({ file: z.string(), text: z.string() }))

/** The folder of the challenge that this file is part of: `challenges/<id>`. */
export function challengeFolderOf(path: string): string | undefined {
  const [, folder = '', file = ''] = /^(challenges\/[^/]+)\/(.+)$/.exec(path) ?? []
  return isChallengeFolder(folder) && !isForCheckOnly(file) ? folder : undefined
}

/** Beside the challenges are folders for checking those of JSON files. */
const isChallengeFolder = (path: string): boolean =>
  /^challenges\/(?!(?:alternatives|equivalents|mistakes|requirements)$)[^/.]+$/.test(path)

const contentFile = (path: string, text: string): ContentFile => ({
  path,
  text,
  sha256: createHash('sha256').update(text).digest(),
})

/** Questions refer to the taxonomy, and steps refer to questions. */
const stageOf = (path: string) => (pathOfSteps(path) !== undefined ? 2 : isQuestions(path) ? 1 : 0)

const isStep = (path: string): boolean => /^paths\/[^/]+\/[^/]+\.md$/.test(path)

/** The learning path whose steps are in this folder, `paths/<path>`: they are loaded together. */
export const pathOfSteps = (path: string): string | undefined => /^paths\/([^/]+)$/.exec(path)?.[1]

const isQuestions = (path: string): boolean => /^questions\/[^/]+\/[^/]+\.md$/.test(path)

const isContent = (path: string) =>
  isQuestions(path) ||
  path === 'learning-paths.json' ||
  path === 'sections.json' ||
  kindOfFile(path) !== undefined

/** A question file's folder is named after the id of its learning path. */
export const learningPathOf = (path: string): string => path.split('/')[1] ?? ''

const stepFile = pathStep
  .omit({ questionIds: true, challengeIds: true })
  .extend({ questions: z.array(z.string()).max(50), challenges: pathStep.shape.challengeIds })

/** A step as defined in its file, with the permanent ids of its questions. */
type StepFile = z.infer<typeof stepFile>

/**
 * The steps of a learning path, in the order of their file names: `03-closures.md` is a step with the id `closures`.
 * @param text the files as JSON: `[{ file, text }]`
 * @throws {ZodError | SyntaxError} if a file is invalid
 */
export function readPathSteps(text: string): StepFile[] {
  return fileTexts.max(PATH_STEPS).parse(JSON.parse(text)).map(readStep)
}

/** Front matter (title, summary, and lists of questions and challenges), then the lesson as Markdown. */
function readStep({ file, text }: { file: string; text: string }): StepFile {
  const read = readFrontMatter(text)
  const id = /^\d\d-(.+)\.md$/.exec(file)?.[1]
  if (read === undefined || id === undefined)
    throw new SyntaxError(`${file} is not named or written as a step is`)
  const { title, summary } = read.fields
  const { questions = [], challenges } = read.lists
  return stepFile.parse({ id, title, summary, questions, challenges, lesson: read.text.trim() })
}
