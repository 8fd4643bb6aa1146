import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { z } from 'zod'
import type { ContentChallenge } from './read-challenges.ts'

/** Which tests check each sentence of a challenge's task. Together, the texts are the whole task without its code blocks. */
const table = z.strictObject({
  /** What explains the task and asks for nothing. */
  context: z.array(z.string().min(1)),
  requirements: z.array(z.strictObject({ text: z.string().min(1), tests: z.array(z.string()).min(1) })),
})
export type Requirements = z.infer<typeof table>

/** @returns undefined for a challenge without a table */
export function readRequirements(folder: URL, id: string): Requirements | undefined {
  const file = [`challenges/${id}/requirements.json`, `challenges/requirements/${id}.json`]
    .map((path) => new URL(path, folder))
    .find((path) => existsSync(path))
  return file && table.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/**
 * Compares the table with the task and the tests: both must be in it completely. "types" is the type check of files,
 * which needs no requirement. A review has no tests.
 */
export function requirementProblems(
  challenge: ContentChallenge,
  requirements: Requirements | undefined,
): string[] {
  if (challenge.kind === 'review') return []
  if (!requirements) return ['has no table of requirements']
  const tests = testsOf(challenge)
  const hasTypes = challenge.kind === 'typescript' || challenge.kind === 'react'
  const named = requirements.requirements.flatMap((one) => one.tests)
  const { rest, missing } = withoutTexts(challenge.description, [
    ...requirements.context,
    ...requirements.requirements.map(({ text }) => text),
  ])
  return [
    ...missing.map((text) => `the task doesn't say "${text}"`),
    ...rest.map((text) => `neither a requirement nor context: "${text}"`),
    ...[...new Set(named)]
      .filter((name) => !tests.includes(name) && !(hasTypes && name === 'types'))
      .map((name) => `there is no test "${name}"`),
    ...tests.filter((name) => !named.includes(name)).map((name) => `no requirement needs the test "${name}"`),
  ]
}

/** Removes the texts, the longest first, and what is only Markdown. */
function withoutTexts(task: string, texts: readonly string[]): { rest: string[]; missing: string[] } {
  const missing: string[] = []
  let rest = task.replace(/^```[\s\S]*?^```$/gm, separator)
  for (const text of [...texts].sort((one, other) => other.length - one.length)) {
    if (!rest.includes(text)) missing.push(text)
    else rest = rest.replace(text, () => separator)
  }
  return {
    missing,
    rest: rest
      .split(separator)
      .map((piece) => piece.trim())
      .filter((piece) => /[\p{L}\p{N}]/u.test(piece)),
  }
}

/** Not in any task. */
const separator = '\u0000'

/** The ids or titles of the tests, those in a group after its title; of tests to write, the faulty versions. */
function testsOf({ kind, testCases, files, mutants }: ContentChallenge): string[] {
  if (kind === 'web') return testCases.map(({ id }) => id)
  if (kind === 'tests') return mutants.map(({ name }) => name)
  return files.filter(({ path }) => /\.test\.tsx?$/.test(path)).flatMap(titlesIn)
}

function titlesIn({ path, text }: { path: string; text: string }): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const titles: string[] = []
  const visit = (node: ts.Node, group: readonly string[]): void => {
    const call = ts.isCallExpression(node) ? declaration(node) : undefined
    if (call?.is === 'test') titles.push([...group, call.title].join(' > '))
    else ts.forEachChild(node, (child) => visit(child, call ? [...group, call.title] : group))
  }
  visit(file, [])
  return titles
}

/** `test('adds', …)`, `test.each(…)('adds %i', …)`, `describe(…)`; a title with variables as it is written. */
function declaration(node: ts.CallExpression): { is: 'test' | 'describe'; title: string } | undefined {
  const [title] = node.arguments
  const [, name] = /^(test|it|describe)\b/.exec(node.expression.getText()) ?? []
  if (!name || !title || !(ts.isStringLiteral(title) || ts.isTemplateLiteral(title))) return undefined
  const written = ts.isStringLiteral(title) ? title.text : title.getText().slice(1, -1)
  return { is: name === 'describe' ? 'describe' : 'test', title: written }
}
