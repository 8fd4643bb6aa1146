import { describe, expect, test } from 'vitest'
import { CHALLENGE_FILE_MAX, challengeFile, findFileProblems } from './challenge-files.ts'
import { importsOf, resolveImport } from './challenge-imports.ts'
import { challengeDocument } from './challenges.ts'

const file = (path: string, text = '', access: 'editable' | 'hidden' = 'editable') => ({ path, text, access })

const typescript = (changes: object = {}) => ({
  kind: 'typescript' as const,
  files: [
    file('sum.ts', 'export const sum = () => 0'),
    file('sum.test.ts', "import { sum } from './sum'", 'hidden'),
  ],
  solutionFiles: [],
  testCases: [],
  mutants: [],
  problems: [],
  otherSolutions: [],
  ...changes,
})
const messages = (changes: object) =>
  findFileProblems(typescript(changes)).map(({ path, message }) => `${path.join('.')} ${message}`)

describe('paths', () => {
  test.each(['sum.ts', 'src/sum.test.tsx', 'a-b/c_d/e.css', 'data.json'])('%s is valid', (path) => {
    expect(challengeFile.safeParse(file(path)).success).toBe(true)
  })
  test.each([
    '../sum.ts',
    'a/../sum.ts',
    '/sum.ts',
    'a//b.ts',
    './sum.ts',
    'sum',
    'sum.exe',
    'a\\b.ts',
    '',
    'ä.ts',
    '.env.ts',
  ])('%j is rejected', (path) => {
    expect(challengeFile.safeParse(file(path)).success).toBe(false)
  })
})

test('a file of 1 MB is rejected at its text', () => {
  const { error } = challengeFile.safeParse(file('sum.ts', 'x'.repeat(1_000_000)))
  expect(error?.issues.map(({ path }) => path)).toEqual([['text']])
})

test('a valid challenge has no problem', () => {
  expect(messages({})).toEqual([])
})

test('paths that differ in capital letters only are rejected', () => {
  expect(messages({ files: [...typescript().files, file('Sum.ts')] })).toEqual([
    'files.2.path must be unique, also when capital letters are ignored',
  ])
})

test('a cycle of imports is named, and one of types is none', () => {
  const [, test] = typescript().files
  const cycle = [
    file('sum.ts', "import { b } from './b'"),
    file('b.ts', "export * from './sum.ts'"),
    test ?? file(''),
  ]
  expect(messages({ files: cycle })).toEqual([
    'files.0.text is part of an import cycle: sum.ts → b.ts → sum.ts',
    'files.1.text is part of an import cycle: b.ts → sum.ts → b.ts',
  ])
  const types = [file('sum.ts', "import type { B } from './b'"), ...cycle.slice(1)]
  expect(messages({ files: types })).toEqual([])
})

test('unknown packages and missing files are named', () => {
  const text = "import x from 'lodash'\nimport { a } from './missing'\nimport React from 'react'"
  expect(messages({ solutionFiles: [{ path: 'sum.ts', text }] })).toEqual([
    'solutionFiles.0.text imports the unknown package lodash',
    "solutionFiles.0.text imports ./missing, which doesn't exist",
  ])
})

test('imports are found in every form, and not in comments', () => {
  const text = `import a, {
  b,
} from './a'
import './b.css'
export { c } from "./c"
const d = require('./d')
const e = import('./e')
// import f from './f'
/* import g from './g' */
import type { H } from './h'`
  expect(importsOf(text)).toEqual(['./a', './b.css', './c', './d', './e'])
})

test('imports resolve as in TypeScript', () => {
  const files = new Set(['src/sum.ts', 'src/ui/index.tsx', 'test/a.test.ts'])
  expect(resolveImport('test/a.test.ts', '../src/sum', files)).toBe('src/sum.ts')
  expect(resolveImport('test/a.test.ts', '../src/sum.js', files)).toBe('src/sum.ts')
  expect(resolveImport('test/a.test.ts', '../src/ui', files)).toBe('src/ui/index.tsx')
  expect(resolveImport('test/a.test.ts', '../../src/sum', files)).toBe(null)
})

test('each kind needs its own parts', () => {
  expect(messages({ files: [] })).toEqual([
    'files must contain at least one file',
    'files must contain an editable file',
    'files must contain a test file, such as sum.test.ts',
  ])
  expect(messages({ kind: 'tests' })).toEqual(['mutants must contain at least one mutant'])
  expect(messages({ kind: 'review' })).toEqual(['problems must contain at least one problem'])
  const problem = { id: 'a', path: 'sum.ts', from: 1, to: 2 }
  expect(messages({ kind: 'review', problems: [problem] })).toEqual([
    'problems.0.to must be a line of the file, not before the first one',
  ])
  expect(messages({ solutionFiles: [{ path: 'sum.test.ts', text: '' }] })).toEqual([
    'solutionFiles.0.path must be the path of an editable file',
  ])
})

test('a challenge of the first kind is complete without the fields of the others', () => {
  const { kind, files, timeLimit } = challengeDocument.parse({
    title: 'A box',
    description: '',
    category: 'css',
    difficulty: 'easy',
    starterCode: { html: '' },
    testCases: [{ id: 'a', name: 'A', type: 'css', input: '1', expectedOutput: '1' }],
    solution: {},
    explanation: '',
  })
  expect({ kind, files, timeLimit }).toEqual({ kind: 'web', files: [], timeLimit: 1_500 })
})

test.each(['\n', '/*', 'import ', 'import(', 'import {\n'])('many %j are read at once', (part) => {
  const text = part.repeat(CHALLENGE_FILE_MAX / part.length)
  expect(importsOf(text)).toEqual([])
})
