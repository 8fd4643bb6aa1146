import type { Challenge } from '@rehearse/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledService, startFilledService } from '../testing/filled-service.ts'
import { type Failure, refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('challenge_files')
})
afterAll(() => service.close())

const path = '/api/challenges'
const sum = { path: 'src/sum.ts', text: 'export const sum = (a: number, b: number) => 0\n' }
const sumTest = {
  path: 'src/sum.test.ts',
  text: "import { expect, test } from 'vitest'\nimport { sum } from './sum'\ntest('adds', () => expect(sum(1, 2)).toBe(3))\n",
  access: 'hidden',
}
const solved = { path: 'src/sum.ts', text: 'export const sum = (a: number, b: number) => a + b // secret\n' }
const challenge = (changes: object = {}) => ({
  kind: 'typescript',
  title: 'Sum',
  description: 'Add two numbers.',
  category: 'typescript',
  difficulty: 'easy',
  files: [sum, sumTest],
  solutionFiles: [solved],
  complexity: 'O(1), a secret',
  otherSolutions: [{ title: 'secret minus', files: [solved] }],
  explanation: 'A secret.',
  ...changes,
})

const send = (call: string, body?: unknown) =>
  service.call<{ data: Challenge } & Failure>(call, { as: 'admin', body })

test('a challenge has its files, and lists leave them out', async () => {
  const { status, body } = await send(`POST ${path}`, challenge({ id: 'sum' }))
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    kind: 'typescript',
    files: [{ ...sum, access: 'editable' }, sumTest],
    solutionFiles: [solved],
    timeLimit: 1_500,
    mutants: [],
    testCases: [],
  })
  const read = await service.call<{ data: Challenge }>(`GET ${path}/sum`)
  expect(read.body.data).toMatchObject({ files: [{ ...sum, access: 'editable' }, sumTest] })
  expect(read.text).not.toContain('secret')

  for (const as of ['visitor', 'learner', 'admin'] as const) {
    const list = await service.call<{ data: object[] }>(`GET ${path}?kind=typescript`, { as })
    expect(list.body.data).toMatchObject([{ id: 'sum', kind: 'typescript', tags: [] }])
    for (const field of ['files', 'solutionFiles', 'mutants', 'problems', 'otherSolutions'])
      expect(list.body.data[0]).not.toHaveProperty(field)
  }
  expect((await service.call<{ data: object[] }>(`GET ${path}?kind=react`)).body.data).toEqual([])
})

test('a review shows where its problems are, but not what they are', async () => {
  const problem = {
    ...{ id: 'ignores-b', path: 'src/sum.ts', from: 1, to: 1, category: 'bug' },
    explanation: 'It ignores b, a secret.',
  }
  const review = challenge({ id: 'review', kind: 'review', problems: [problem] })
  expect((await send(`POST ${path}`, review)).status).toBe(201)
  const { explanation: _, ...place } = problem
  const read = await service.call<{ data: Challenge }>(`GET ${path}/review`, { as: 'learner' })
  expect(read.body.data.problems).toEqual([place])
  expect(read.text).not.toContain('secret')
  expect((await send(`GET ${path}/review`)).body.data.problems).toEqual([problem])
})

const cycle = [
  { path: 'a.ts', text: "import { b } from './b'\nexport const a = b" },
  { path: 'b.ts', text: "import { a } from './a'\nexport const b = a" },
]
test.each([
  ['the same path twice', { files: [sum, sum, sumTest] }, 'files.1.path', 'must be unique'],
  [
    'paths that differ in case',
    { files: [sum, { ...sum, path: 'src/Sum.ts' }, sumTest] },
    'files.1.path',
    'must be unique, also when capital letters are ignored',
  ],
  ['..', { files: [{ ...sum, path: '../sum.ts' }, sumTest] }, 'files.0.path', 'must be a relative path'],
  ['a root', { files: [{ ...sum, path: '/sum.ts' }, sumTest] }, 'files.0.path', 'must be a relative path'],
  [
    'an import cycle',
    { files: [...cycle, sumTest, sum], solutionFiles: [] },
    'files.0.text',
    'is part of an import cycle: a.ts → b.ts → a.ts',
  ],
  [
    'an unknown package',
    { files: [{ ...sum, text: "import _ from 'lodash'" }, sumTest] },
    'files.0.text',
    'imports the unknown package lodash',
  ],
  [
    'an import of a missing file',
    { files: [{ ...sum, text: "import './other'" }, sumTest] },
    'files.0.text',
    "imports ./other, which doesn't exist",
  ],
  [
    'a file of 1 MB',
    { files: [{ ...sum, text: 'x'.repeat(1_000_000) }, sumTest] },
    'files.0.text',
    'must have at most 50000 characters',
  ],
  ['no test file', { files: [sum] }, 'files', 'must contain a test file, such as sum.test.ts'],
  [
    'more than ten files',
    { files: Array.from({ length: 11 }, (_, at) => ({ ...sum, path: `${at}.ts` })) },
    'files',
    'must have at most 10 entries',
  ],
  [
    'a solution of a hidden file',
    { solutionFiles: [{ ...solved, path: sumTest.path }] },
    'solutionFiles.0.path',
    'must be the path of an editable file',
  ],
  [
    'test cases',
    { testCases: [{ id: 'a', name: 'A', type: 'html', input: '1', expectedOutput: '1' }] },
    'testCases',
    'must be empty',
  ],
  ['no mutants', { kind: 'tests' }, 'mutants', 'must contain at least one mutant'],
  [
    'a line that is missing',
    {
      kind: 'review',
      problems: [{ id: 'a', path: sum.path, from: 1, to: 9, category: 'bug', explanation: '' }],
    },
    'problems.0.to',
    'must be a line of the file',
  ],
])('rejects %s, new or as a change', async (_, changes, at, message) => {
  const created = await send(`POST ${path}`, challenge(changes))
  expect(created).toMatchObject({ status: 400 })
  expect(created.body.details).toContainEqual({ path: at, message: expect.stringContaining(message) })
  await send(`POST ${path}`, challenge({ id: 'changed' }))
  const changed = await send(`PUT ${path}/changed`, changes)
  expect(changed).toMatchObject({ status: 400 })
  expect(changed.body.details).toContainEqual({ path: at, message: expect.stringContaining(message) })
})

test('a body above 1 MiB is too large', async () => {
  const large = { ...sum, text: 'x'.repeat(1_100_000) }
  expect(await send(`POST ${path}`, challenge({ files: [large, sumTest] }))).toMatchObject(
    refused(413, 'payload_too_large'),
  )
})
