import {
  type ChallengeText,
  challengeDocument,
  challengeFile,
  issueText,
  isTestFile,
  otherSolution,
  slug,
} from '@rehearse/contracts'
import { type ZodError, z } from 'zod'

const { kind, testCases, starterCode, solution, files, solutionFiles, ...described } = challengeDocument.shape

/** `challenge.json`: a challenge without its files. Other solutions and mutants name the folders of theirs. */
const description = z.strictObject({
  ...described,
  id: slug,
  order: z.int(),
  kind: kind.unwrap().exclude(['web']),
  /** Of the collection that the challenge was imported from. */
  license: z.string().max(100).optional(),
  /** Where it isn't the default. */
  access: z.record(z.string(), challengeFile.shape.access.unwrap()).default({}),
  mutants: z.array(z.strictObject({ name: slug, title: z.string() })).default([]),
  otherSolutions: z
    .array(z.strictObject({ ...otherSolution.omit({ javascript: true, files: true }).shape, name: slug }))
    .default([]),
})

/** A file of the folder, with its path inside the folder. */
interface Part {
  file: string
  text: string
}

/** The parts that only `npm run content:check` reads. */
export const isForCheckOnly = (file: string): boolean =>
  /^(?:(?:equivalents|mistakes|requirements)\.json$|alternatives\/)/.test(file)

/**
 * Reads a challenge from its folder: `challenge.json`, the starter in `files/`, and the files that replace some of it
 * in `solution/`, `other/<name>/` and `mutants/<name>/`. Test files are hidden by default, other files editable.
 * @param path of the folder, which is named after the challenge: `challenges/typed-event-emitter`
 * @param parse reads JSON
 * @throws {SyntaxError} if a file is missing, unknown or invalid; the message names it
 */
export function readChallengeFolder(path: string, parts: readonly Part[], parse: (text: string) => unknown) {
  const fail = (file: string, message: string) => new SyntaxError(`${path}/${file}: ${message}`)
  const own = parts.find(({ file }) => file === 'challenge.json')
  if (own === undefined) throw fail('challenge.json', 'is missing')
  let json: unknown
  try {
    json = parse(own.text)
  } catch (error) {
    throw fail(own.file, error instanceof Error ? error.message : String(error))
  }
  const parsed = description.safeParse(json)
  if (!parsed.success) throw new SyntaxError(`${path}/${messageOf(parsed.error, {})}`)
  const { access, license: _, mutants, otherSolutions, ...given } = parsed.data
  if (path !== `challenges/${given.id}`) throw fail(own.file, 'id must be the name of the folder')

  const named = {
    otherSolutions: otherSolutions.map(({ name }) => `other/${name}/`),
    mutants: mutants.map(({ name }) => `mutants/${name}/`),
  }
  const folders = ['files/', 'solution/', ...named.otherSolutions, ...named.mutants]
  const stray = parts.find(
    ({ file }) => file !== own.file && !folders.some((folder) => file.startsWith(folder)),
  )
  if (stray) throw fail(stray.file, 'must be in files/, solution/, or a folder that challenge.json names')
  const empty = folders.find((folder) => folder !== 'solution/' && textsIn(parts, folder).length === 0)
  if (empty !== undefined) throw fail(empty, 'has no files')
  const starter = textsIn(parts, 'files/')
  const unknown = Object.keys(access).find((name) => !starter.some((file) => file.path === name))
  if (unknown !== undefined) throw fail(own.file, `access: there is no file ${unknown}`)

  const document = {
    ...given,
    files: starter
      .map((part) => ({ ...part, access: access[part.path] ?? defaultAccess(part.path) }))
      .sort((one, other) => tabOrder.indexOf(one.access) - tabOrder.indexOf(other.access)),
    solutionFiles: textsIn(parts, 'solution/'),
    mutants: mutants.map(({ title }, at) => ({ name: title, files: textsIn(parts, named.mutants[at]) })),
    otherSolutions: otherSolutions.map(({ name: _name, ...other }, at) => ({
      ...other,
      files: textsIn(parts, named.otherSolutions[at]),
    })),
  }
  const read = challengeDocument.safeParse(document)
  if (!read.success) throw new SyntaxError(`${path}/${messageOf(read.error, document)}`)
  return { id: given.id, order: given.order, document: read.data }
}

/** The files in a folder, with their paths in it. */
const textsIn = (parts: readonly Part[], folder = ''): (ChallengeText & Part)[] =>
  parts
    .filter(({ file }) => file.startsWith(folder))
    .map(({ file, text }) => ({ path: file.slice(folder.length), text, file }))

const defaultAccess = (path: string) => (isTestFile(path) ? 'hidden' : 'editable')
const tabOrder = ['editable', 'read-only', 'hidden']

/** The first problem, after the file that has it. */
function messageOf({ issues }: ZodError, document: object): string {
  const [issue] = issues
  if (issue === undefined) return ''
  let value: unknown = document
  for (const key of issue.path) {
    value = (value as Record<PropertyKey, unknown> | undefined)?.[key]
    if (isPart(value)) return `${value.file}: ${issueText(issue)}`
  }
  return `challenge.json: ${[issue.path.join('.'), issueText(issue)].join(' ')}`
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && 'file' in value
