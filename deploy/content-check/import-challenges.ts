import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type ChallengeFile, type ChallengeText, challengeDocument, isTestFile } from '@rehearse/contracts'
import { launchChromium } from '@rehearse/testing'
import { openFilesRunner } from './challenge-runner.ts'
import { isSolved } from './check-files.ts'
import type { ContentChallenge } from './read-challenges.ts'

/**
 * `npm run challenges:import -- FOLDER [--out FOLDER]` turns a collection of TypeScript exercises into challenges and
 * runs them: starters must fail, reference solutions must pass. Two layouts are known: a stub `name.ts` with
 * `name.test.ts` and a reference in `.meta/proof.ci.ts`; and puzzles for types with `template.ts` and `test-cases.ts`.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } })
  const [folder] = positionals
  if (folder === undefined) throw new Error('usage: npm run challenges:import -- FOLDER [--out FOLDER]')
  const challenges = readCollection(folder)
  const { out } = values
  if (out !== undefined) for (const challenge of challenges) writeChallenge(challenge, out)
  const problems = await runCollection(challenges)
  const lines = [...problems, `${challenges.length} exercises, ${problems.length} problems`]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = challenges.length > 0 && problems.length === 0 ? 0 : 1
}

/** The exercises in a folder and the folders below. */
export function readCollection(folder: string): ContentChallenge[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  )
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const own = readPuzzle(folder, names) ?? readExercise(folder, names)
  const below = entries
    .filter((entry) => entry.isDirectory() && !/^(?:node_modules|\..*)$/.test(entry.name))
    .flatMap(({ name }) => readCollection(join(folder, name)))
  return own === null ? below : [own, ...below]
}

function readExercise(folder: string, names: readonly string[]): ContentChallenge | null {
  const tests = names.filter(isTestFile)
  const [test] = tests
  const proof = ['.meta/proof.ci.ts', '.meta/proof.ci.tsx'].map((path) => join(folder, path)).find(existsSync)
  if (test === undefined || proof === undefined) return null
  const sources = names.filter((name) => /\.(?:[jt]sx?|json)$/.test(name) && !settings.test(name))
  const stub = test.replace('.test.', '.')
  const editable = sources.includes(stub) ? stub : sources.find((name) => !isTestFile(name))
  if (editable === undefined) return null
  const files = sources.map((path): ChallengeFile => {
    const text = readFileSync(join(folder, path), 'utf8')
    return isTestFile(path)
      ? { path, text: withoutSkips(text), access: 'read-only' }
      : { path, text, access: path === editable ? 'editable' : 'read-only' }
  })
  const solution = [{ path: editable, text: readFileSync(proof, 'utf8') }]
  return challengeOf(folder, files, solution, instructionsOf(folder))
}

/** Files of tools, which are no part of the exercise. */
const settings =
  /(?:^|\.)(?:config|rc)\.[cm]?[jt]s$|^(?:package|package-lock|tsconfig.*|\..*)\.json$|\.d\.ts$/

/** Collections skip all tests but the first, for learners to enable one after the other. */
const withoutSkips = (text: string): string =>
  text.replace(/\bx(it|test|describe)(?=\s*[.(])/g, '$1').replace(/\b(it|test|describe)\.skip\b/g, '$1')

function instructionsOf(folder: string): string {
  const parts = ['introduction.md', 'instructions.md', 'instructions.append.md'].map((name) =>
    join(folder, '.docs', name),
  )
  return parts
    .filter(existsSync)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n\n')
}

/** Types are checked, never run: what the cases declare doesn't exist. */
function readPuzzle(folder: string, names: readonly string[]): ContentChallenge | null {
  if (!names.includes('template.ts') || !names.includes('test-cases.ts')) return null
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const files: ChallengeFile[] = [
    { path: 'template.ts', text: read('template.ts'), access: 'editable' },
    { path: 'test-cases.ts', text: read('test-cases.ts'), access: 'read-only' },
    { path: 'types.test.ts', text: 'export {}\n', access: 'hidden' },
  ]
  const solution = names.includes('solution.ts') ? [{ path: 'template.ts', text: read('solution.ts') }] : []
  const description = names.includes('README.md') ? read('README.md') : ''
  return challengeOf(folder, files, solution, description)
}

function challengeOf(
  folder: string,
  files: ChallengeFile[],
  solutionFiles: ChallengeText[],
  description: string,
): ContentChallenge {
  const name = basename(folder)
  const title = name.replace(/^\d+-(?:warm|easy|medium|hard|extreme)-/, '').replaceAll('-', ' ')
  const document = challengeDocument.parse({
    kind: files.some(({ path }) => /\.[jt]sx$/.test(path)) ? 'react' : 'typescript',
    title: title.charAt(0).toUpperCase() + title.slice(1),
    description: (description.trim() || title).slice(0, 10_000),
    category: 'typescript',
    difficulty: /-(hard|extreme)-/.test(name) ? 'hard' : /-(?:warm|easy)-/.test(name) ? 'easy' : 'medium',
    explanation: 'The reference solution of the collection.',
    timeLimit: 5_000,
    files,
    solutionFiles,
  })
  return { ...document, id: name.toLowerCase(), mistakes: [], alternatives: [], equivalents: [] }
}

/** One line per starter that passes and per reference that fails. */
export async function runCollection(challenges: readonly ContentChallenge[]): Promise<string[]> {
  const browser = await launchChromium()
  try {
    const run = await openFilesRunner(browser)
    const problems: string[] = []
    for (const challenge of challenges) {
      if (isSolved(await run(challenge, []))) problems.push(`${challenge.id}: its starter passes`)
      if (challenge.solutionFiles.length === 0) continue
      const reference = await run(challenge, challenge.solutionFiles)
      if (!isSolved(reference))
        problems.push(
          `${challenge.id}: its reference fails: ${[reference.end, ...reference.failures].join('; ')}`,
        )
    }
    return problems
  } finally {
    await browser.close()
  }
}

/** As the loader of shipped challenges reads it. */
function writeChallenge(challenge: ContentChallenge, out: string): void {
  const { id, files, solutionFiles, mistakes: _1, alternatives: _2, equivalents: _3, ...fields } = challenge
  const { title, category, difficulty, description, explanation, kind, tags, hints, timeLimit, complexity } =
    fields
  const access = Object.fromEntries(files.map((file) => [file.path, file.access]))
  const write = (path: string, text: string) => {
    const target = join(out, id, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  const given = Object.fromEntries(Object.entries(access).filter(([, one]) => one !== 'editable'))
  const about = {
    id,
    order: 0,
    kind,
    title,
    category,
    difficulty,
    description,
    access: given,
    hints,
    timeLimit,
  }
  write('challenge.json', `${JSON.stringify({ ...about, complexity, explanation, tags }, null, 2)}\n`)
  for (const { path, text } of files) write(`files/${path}`, text)
  for (const { path, text } of solutionFiles) write(`solution/${path}`, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
