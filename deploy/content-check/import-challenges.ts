import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  type ChallengeFile,
  type ChallengeText,
  challengeDocument,
  issueText,
  isTestFile,
  slug,
} from '@rehearse/contracts'
import { launchChromium } from '@rehearse/testing'
import { z } from 'zod'
import { type FilesRun, openFilesRunner } from './challenge-runner.ts'
import { isSolved } from './check-files.ts'
import type { ContentChallenge } from './read-challenges.ts'

/**
 * `npm run challenges:import -- FOLDER [--solutions FOLDER] [--out FOLDER]` turns a collection of TypeScript exercises
 * into challenges and runs them: starters must fail, reference solutions must pass. Those that do are written to `--out`.
 *
 * Two layouts are known. Exercises have a stub `name.ts`, `name.test.ts`, and a reference in `.meta/`, which
 * `.meta/config.json` may name. Puzzles for types have `template.ts` and `test-cases.ts`, mostly without a reference:
 * it may be in `--solutions`, as `<puzzle>.ts` or `<puzzle>/solution.ts`.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, solutions: { type: 'string' } },
  })
  const [folder] = positionals
  if (folder === undefined)
    throw new Error('usage: npm run challenges:import -- FOLDER [--solutions FOLDER] [--out FOLDER]')
  const { out, solutions } = values
  const { challenges, skipped } = readCollection(folder, { solutions })
  const { proven, problems, unchecked } = await runCollection(challenges)
  if (out !== undefined) for (const challenge of proven) writeChallenge(challenge, out)

  const failed = problems.map(({ id, problem }) => `${id}: ${problem}`)
  const unproven = proven.filter(({ solutionFiles }) => solutionFiles.length === 0).length
  const licenses = [...new Set(challenges.map(({ license }) => license ?? 'none named'))]
  const lines = [
    ...[...skipped, ...failed].map((line) => `✗ ${line}`),
    ...unchecked.map(
      ({ id, why }) => `! ${id}: types aren't checked, since the reference has errors: ${why}`,
    ),
    `${proven.length} of ${challenges.length + skipped.length} exercises converted, ${unproven} of them without a reference solution; license: ${licenses.join(', ')}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = challenges.length > 0 && problems.length === 0 ? 0 : 1
}

export interface ImportedChallenge extends ContentChallenge {
  /** Of the collection, such as `MIT`; null if it names none. */
  readonly license: string | null
}

interface Collection {
  readonly challenges: readonly ImportedChallenge[]
  /** One line per exercise that can't become a challenge: its folder, and why. */
  readonly skipped: readonly string[]
}

/** What an exercise's folder has; or why it can't be used. */
type Found = Pick<ContentChallenge, 'description' | 'files' | 'solutionFiles'> | string

interface Around {
  readonly license?: string | null
  /** A folder with references. */
  readonly solutions?: string | undefined
}

/** The exercises in a folder and the folders below. */
export function readCollection(folder: string, { license = null, solutions }: Around = {}): Collection {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  )
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const ownLicense = licenseOf(folder, names) ?? license
  const found = readPuzzle(folder, names, solutions) ?? readExercise(folder, names)
  if (found !== null) {
    const challenge = typeof found === 'string' ? found : challengeOf(folder, found, ownLicense)
    return typeof challenge === 'string'
      ? { challenges: [], skipped: [`${basename(folder)}: ${challenge}`] }
      : { challenges: [challenge], skipped: [] }
  }
  const below = entries
    .filter((entry) => entry.isDirectory() && !/^(?:node_modules|\..*)$/.test(entry.name))
    .map(({ name }) => readCollection(join(folder, name), { license: ownLicense, solutions }))
  return {
    challenges: below.flatMap(({ challenges }) => challenges),
    skipped: below.flatMap(({ skipped }) => skipped),
  }
}

function licenseOf(folder: string, names: readonly string[]): string | null {
  const manifest = names.includes('package.json') ? readJson(join(folder, 'package.json')) : {}
  const named = z.object({ license: z.string() }).safeParse(manifest).data?.license
  const file = names.find((name) => /^LICENSE(?:\.\w+)?$/i.test(name))
  if (named !== undefined || file === undefined) return named ?? null
  const title = readFileSync(join(folder, file), 'utf8').trim().split('\n', 1)[0] ?? ''
  return /\bMIT\b/.test(title) ? 'MIT' : title.slice(0, 100)
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const paths = z.array(z.string()).default([])
const configFile = z.object({
  files: z.object({ solution: paths, test: paths, example: paths, exemplar: paths }).prefault({}),
})

function readExercise(folder: string, names: readonly string[]): Found | null {
  const own = join(folder, '.meta/config.json')
  const { files: named } = configFile.parse(existsSync(own) ? readJson(own) : {})
  const listed = named.test.filter((path) => testName.test(path))
  const tests = listed.length > 0 ? listed : names.filter((name) => testName.test(name))
  if (tests.length === 0) return existsSync(own) ? 'has no tests in TypeScript' : null
  const stubs =
    named.solution.length > 0 ? named.solution : tests.map((name) => name.replace(testName, '.$1'))
  const has = (path: string) => existsSync(join(folder, path))
  const lost = [...stubs, ...tests].find((path) => !has(path))
  if (lost !== undefined) return `has no ${lost}`
  const older = stubs.map((path) => `.meta/solutions/${path}`)
  const known = [...named.example, ...named.exemplar, ...references, ...older]
  const proofs = known.filter(has)
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')

  const solutionFiles = stubs.flatMap((path): ChallengeText[] => {
    const proof = proofs.find((one) => basename(one) === path) ?? (stubs.length === 1 ? proofs[0] : undefined)
    return proof === undefined ? [] : [{ path, text: read(proof) }]
  })
  if (solutionFiles.length < stubs.length) return 'has no reference solution of each stub'
  const helpers = names.filter((path) => source.test(path) && !isSetting.test(path) && !testName.test(path))
  const files = [...new Set([...stubs, ...helpers])].map(
    (path): ChallengeFile => ({
      path,
      text: read(path),
      access: stubs.includes(path) ? 'editable' : 'read-only',
    }),
  )
  for (const path of tests)
    files.push({
      path: path.replace(testName, '.test.$1'),
      text: withoutSkips(read(path)),
      access: 'read-only',
    })
  const description = documents
    .filter(has)
    .map((path) => read(path).trim())
    .join('\n\n')
  return { description, files, solutionFiles }
}

const testName = /\.(?:test|spec)\.([jt]sx?)$/
const references = ['proof.ci', 'exemplar', 'example'].flatMap((name) =>
  ['ts', 'tsx', 'js', 'jsx'].map((ending) => `.meta/${name}.${ending}`),
)
const documents = ['introduction', 'instructions', 'instructions.append'].map((name) => `.docs/${name}.md`)
const source = /\.(?:[jt]sx?|json)$/
/** Files of tools, which are no part of the exercise. */
const isSetting =
  /^\.|(?:^|\.)(?:config|setup)\.[cm]?[jt]s$|^(?:package|package-lock|tsconfig.*)\.json$|\.d\.ts$|\.tst\.tsx?$/

/** Collections skip all tests but the first, for learners to enable one after the other. */
const withoutSkips = (text: string): string =>
  text.replace(/\bx(it|test|describe)(?=\s*[.(])/g, '$1').replace(/\b(it|test|describe)\.skip\b/g, '$1')

/** Types are checked, never run: what the cases declare doesn't exist. */
function readPuzzle(folder: string, names: readonly string[], solutions?: string): Found | null {
  const parts = ['template.ts', 'test-cases.ts']
  if (!parts.some((name) => names.includes(name))) return null
  const lost = parts.find((name) => !names.includes(name))
  if (lost !== undefined) return `has no ${lost}`
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const name = basename(folder)
  const elsewhere = [`${name}.ts`, `${name}/solution.ts`, `${name}/template.ts`].map((path) =>
    join(solutions ?? '', path),
  )
  const known = [join(folder, 'solution.ts'), ...(solutions === undefined ? [] : elsewhere)]
  const solution = known.find((path) => existsSync(path))
  const template = read('template.ts')
  const cases = read('test-cases.ts').replace(ownHelpers, "$1'@type-challenges/utils'")
  const answer = solution === undefined ? null : asTemplate(readFileSync(solution, 'utf8'), template)
  const usesPage = [template, cases].some((text) => /\b(?:alert|document|window|HTML\w*Element)\b/.test(text))
  return {
    description: names.includes('README.md') ? read('README.md') : '',
    files: [
      { path: 'template.ts', text: template, access: 'editable' },
      { path: 'test-cases.ts', text: cases, access: 'read-only' },
      {
        path: 'types.test.ts',
        text: `${usesPage ? '/// <reference lib="dom" />\n' : ''}${globalHelpers(cases, template + (answer ?? ''))}export {}\n`,
        access: 'hidden',
      },
    ],
    solutionFiles: answer === null ? [] : [{ path: 'template.ts', text: answer }],
  }
}

/** Some cases import the helpers from the collection's own folder. */
const ownHelpers = /(\bfrom\s+)(['"])(?:\.\.?\/)+utils(?:\/index)?\2/g

/** The cases see what the template declares only if it isn't a module: some solutions export and import types. */
function asTemplate(solution: string, template: string): string {
  const text = solution
    .replace(testCases, '')
    .replace(/^import type .*['"]@type-challenges\/utils['"];?\n/gm, '')
  return /^export\b/m.test(template) ? text : text.replace(/^export (?=[a-z]+ \w)/gm, '')
}

/** In the collection's playground, template and cases are one file: the template can use what the cases import. */
function globalHelpers(cases: string, template: string): string {
  const declared = helpers.filter(([name]) => {
    const isImported = new RegExp(`^import [^}]*\\b${name}\\b`, 'm').test(cases)
    return isImported && !new RegExp(`\\btype ${name}\\b`).test(template)
  })
  if (declared.length === 0) return ''
  const types = declared.map(
    ([name, values]) => `  type ${name}<${values}> = import('@type-challenges/utils').${name}<${values}>\n`,
  )
  return `declare global {\n${types.join('')}}\n`
}

const helpers = [
  ['Equal', 'X, Y'],
  ['NotEqual', 'X, Y'],
  ['Alike', 'X, Y'],
  ['IsAny', 'T'],
  ['Debug', 'T'],
  ['UnionToIntersection', 'U'],
] as const

/** Solutions that were copied from an editor end with the test cases. */
const testCases = /^\/\* _+ Test Cases[\s\S]*/m

const longestDescription = 10_000

/** @returns the challenge, or why it is none */
function challengeOf(
  folder: string,
  { description, files, solutionFiles }: Exclude<Found, string>,
  license: string | null,
): ImportedChallenge | string {
  const name = basename(resolve(folder))
  const id = slug.safeParse(name.toLowerCase().replaceAll('_', '-'))
  if (!id.success) return 'its folder has no name that can be an id'
  const title = name.replace(/^\d+-(?:warm|easy|medium|hard|extreme)-/, '').replaceAll('-', ' ')
  const { success, data, error } = challengeDocument.safeParse({
    kind: files.some(({ path }) => /\.[jt]sx$/.test(path)) ? 'react' : 'typescript',
    title: title.charAt(0).toUpperCase() + title.slice(1),
    description: description.trim().slice(0, longestDescription) || title,
    category: 'typescript',
    difficulty: /-(hard|extreme)-/.test(name) ? 'hard' : /-(?:warm|easy)-/.test(name) ? 'easy' : 'medium',
    explanation: 'The reference solution of the collection.',
    timeLimit: 5_000,
    files,
    solutionFiles,
  })
  if (!success) {
    const [issue] = error.issues
    const [list, at] = issue?.path ?? []
    const file =
      list === 'files' || list === 'solutionFiles' ? { files, solutionFiles }[list][Number(at)] : null
    return `${file?.path ?? String(list)} ${issue && issueText(issue)}`
  }
  return { ...data, id: id.data, license, mistakes: [], alternatives: [], equivalents: [] }
}

interface Verdict {
  /** Those whose starter fails and whose reference, if there is one, passes. */
  readonly proven: readonly ImportedChallenge[]
  readonly problems: readonly { id: string; problem: string }[]
  /** Those of `proven` whose types count no longer, and the error in their reference. */
  readonly unchecked: readonly { id: string; why: string }[]
}

/** Runs the starters and the references. */
export async function runCollection(challenges: readonly ImportedChallenge[]): Promise<Verdict> {
  const browser = await launchChromium()
  try {
    const run = await openFilesRunner(browser)
    const proven: ImportedChallenge[] = []
    const problems: { id: string; problem: string }[] = []
    const unchecked: { id: string; why: string }[] = []
    for (const given of challenges) {
      const { id } = given
      let challenge = given
      let reference = given.solutionFiles.length > 0 ? await run(given, given.solutionFiles) : null
      const errors = reference && typeErrors(reference)
      if (errors) {
        challenge = withoutTypes(given, errors.paths)
        reference = await run(challenge, challenge.solutionFiles)
      }
      const starter = await run(challenge, [])
      const failed = reference && !isSolved(reference) ? reference : null
      if (isSolved(starter)) problems.push({ id, problem: 'its starter passes' })
      if (failed) problems.push({ id, problem: `its reference fails: ${reasonOf(failed)}` })
      if (isSolved(starter) || failed) continue
      proven.push(challenge)
      if (errors) unchecked.push({ id, why: errors.why })
    }
    return { proven, problems, unchecked }
  } finally {
    await browser.close()
  }
}

/** The files with errors of types, if there is nothing else wrong: many collections never check the types of all. */
function typeErrors({ end, tests, passed, results }: FilesRun): { paths: Set<string>; why: string } | null {
  const failing = tests.filter((test) => !passed.includes(test))
  if (end !== 'done' || tests.length < 2 || failing.join() !== 'types') return null
  const found = z
    .object({ diagnostics: z.array(z.object({ path: z.string(), line: z.int(), message: z.string() })) })
    .parse(results.find(({ testId }) => testId === 'types')).diagnostics
  const [first] = found
  return {
    paths: new Set(found.map(({ path }) => path)),
    why: first ? `${first.message.split('\n', 1)[0]} (${first.path}:${first.line})` : '',
  }
}

const reasonOf = ({ end, failures }: FilesRun): string =>
  [end, ...failures].filter((one) => one !== 'done').join('; ')

function withoutTypes(challenge: ImportedChallenge, paths: ReadonlySet<string>): ImportedChallenge {
  const unchecked = <File extends { path: string; text: string }>(file: File): File =>
    paths.has(file.path) ? { ...file, text: `// @ts-nocheck\n${file.text}` } : file
  return {
    ...challenge,
    files: challenge.files.map(unchecked),
    solutionFiles: challenge.solutionFiles.map(unchecked),
  }
}

/** As the loader of shipped challenges reads it. */
export function writeChallenge(challenge: ImportedChallenge, out: string): void {
  const { id, files, solutionFiles, license } = challenge
  const { kind, title, category, difficulty, description, explanation, tags, hints, timeLimit, complexity } =
    challenge
  const write = (path: string, text: string) => {
    const target = join(out, id, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  const given = files.filter((file) => file.access !== (isTestFile(file.path) ? 'hidden' : 'editable'))
  const about = {
    ...{ id, order: 0, kind, title, category, difficulty, description, explanation, complexity, hints, tags },
    ...{ timeLimit, ...(license !== null && { license }) },
    access: Object.fromEntries(given.map(({ path, access }) => [path, access])),
  }
  write('challenge.json', `${JSON.stringify(about, null, 2)}\n`)
  for (const { path, text } of files) write(`files/${path}`, text)
  for (const { path, text } of solutionFiles) write(`solution/${path}`, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
