import { expect, test } from 'vitest'
import { readChallengeFolder } from './challenge-folder.ts'

const about = {
  id: 'sum',
  order: 1,
  kind: 'typescript',
  title: 'Sum',
  category: 'typescript',
  difficulty: 'easy',
  description: 'Add two numbers.',
  explanation: 'Use +.',
  mutants: [{ name: 'minus', title: 'Subtracts' }],
  otherSolutions: [{ name: 'reduce', title: 'With reduce' }],
}
const folder = {
  'challenge.json': JSON.stringify(about),
  'files/src/sum.ts': 'export {}',
  'files/a.test.ts': 'test("sum", () => {})',
  'files/readme.md': 'Read me.',
  'solution/src/sum.ts': 'export const sum = 1',
  'other/reduce/src/sum.ts': 'export const sum = 2',
  'mutants/minus/src/sum.ts': 'export const sum = -1',
}

const read = (changes: Record<string, string | undefined> = {}, path = 'challenges/sum') =>
  readChallengeFolder(
    path,
    Object.entries({ ...folder, ...changes }).flatMap(([file, text]) =>
      text === undefined ? [] : { file, text },
    ),
    (text) => JSON.parse(text),
  )
const described = (changes: object) => ({ 'challenge.json': JSON.stringify({ ...about, ...changes }) })

test('a folder has the files, solutions and mutants of a challenge', () => {
  expect(read(described({ access: { 'readme.md': 'read-only' } }))).toMatchObject({
    id: 'sum',
    order: 1,
    document: {
      kind: 'typescript',
      files: [
        { path: 'src/sum.ts', text: 'export {}', access: 'editable' },
        { path: 'readme.md', access: 'read-only' },
        { path: 'a.test.ts', access: 'hidden' },
      ],
      solutionFiles: [{ path: 'src/sum.ts', text: 'export const sum = 1' }],
      otherSolutions: [
        { title: 'With reduce', files: [{ path: 'src/sum.ts', text: 'export const sum = 2' }] },
      ],
      mutants: [{ name: 'Subtracts', files: [{ path: 'src/sum.ts', text: 'export const sum = -1' }] }],
      timeLimit: 1_500,
    },
  })
})

test.each([
  [{ 'challenge.json': undefined }, 'challenges/sum/challenge.json: is missing'],
  [{ 'challenge.json': '{' }, 'challenges/sum/challenge.json: '],
  [described({ id: 'product' }), 'challenges/sum/challenge.json: id must be the name of the folder'],
  [described({ hint: 'one' }), 'challenges/sum/challenge.json: '],
  [
    described({ kind: 'web' }),
    'challenges/sum/challenge.json: kind must be one of typescript, react, tests, review',
  ],
  [
    described({ access: { 'b.ts': 'hidden' } }),
    'challenges/sum/challenge.json: access: there is no file b.ts',
  ],
  [{ 'notes.txt': 'x' }, 'challenges/sum/notes.txt: must be in files/'],
  [{ 'mutants/plus/src/sum.ts': 'x' }, 'challenges/sum/mutants/plus/src/sum.ts: must be in files/'],
  [{ 'other/reduce/src/sum.ts': undefined }, 'challenges/sum/other/reduce/: has no files'],
  [{ 'files/a.test.ts': undefined }, 'challenges/sum/challenge.json: files must contain a test file'],
  [{ 'files/page.html': '<p>' }, 'challenges/sum/files/page.html: must be a relative path'],
  [{ 'files/src/.env.ts': 'x' }, 'challenges/sum/files/src/.env.ts: must be a relative path'],
  [{ 'files/src/Sum.ts': 'x' }, 'challenges/sum/files/src/Sum.ts: must be unique'],
  [{ 'files/src/sum.ts': 'x'.repeat(1_000_000) }, 'challenges/sum/files/src/sum.ts: must have at most 50000'],
  [
    { 'solution/src/product.ts': 'x' },
    'challenges/sum/solution/src/product.ts: must be the path of an editable file',
  ],
  [
    { 'solution/src/sum.ts': "import 'lodash'" },
    'challenges/sum/solution/src/sum.ts: imports the unknown package lodash',
  ],
  [{ 'mutants/minus/src/x.ts': 'x' }, 'challenges/sum/mutants/minus/src/x.ts: must be the path of a file'],
])('an error names its file: %#', (changes, message) => {
  expect(() => read(changes)).toThrow(message)
  expect(() => read(changes)).toThrow(SyntaxError)
})
