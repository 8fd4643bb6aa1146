import { describe, expect, test } from 'vitest'
import { type ContentChallenge, readChallenges } from './read-challenges.ts'
import { type Requirements, readRequirements, requirementProblems } from './requirements.ts'

const content = new URL('../../services/questions/content/', import.meta.url)

const description = [
  'Write `add`. For example:',
  '',
  '```js',
  'add(1, 2) // 3',
  '```',
  '',
  '- It adds numbers. It rejects texts.',
].join('\n')
const tests = `
test('adds', () => {})
describe('texts', () => {
  test.each(['a', 'b'])('%s is rejected', () => {})
  for (const sign of '+-') it(\`rejects \${sign}\`, () => {})
})`
const challenge = {
  kind: 'typescript',
  description,
  files: [
    { path: 'add.ts', text: "test('is no test')", access: 'editable' },
    { path: 'add.test.ts', text: tests, access: 'hidden' },
  ],
} as unknown as ContentChallenge
/** A title with a variable, as it is written. */
const withVariable = ['texts > rejects $', '{sign}'].join('')
const rejects = {
  text: 'It rejects texts.',
  tests: ['texts > %s is rejected', withVariable, 'types'],
}
const complete: Requirements = {
  context: ['Write `add`. For example:'],
  requirements: [{ text: 'It adds numbers.', tests: ['adds'] }, rejects],
}
const problems = (changes: Partial<Requirements>) =>
  requirementProblems(challenge, { ...complete, ...changes })

describe('a table of requirements', () => {
  test('contains the whole task and all tests', () => {
    expect(problems({})).toEqual([])
  })

  test('must exist, except for reviews', () => {
    expect(requirementProblems(challenge, undefined)).toEqual(['has no table of requirements'])
    expect(requirementProblems({ ...challenge, kind: 'review' }, undefined)).toEqual([])
  })

  test('leaves no sentence out', () => {
    expect(problems({ context: [] })).toEqual([
      'neither a requirement nor context: "Write `add`. For example:"',
    ])
  })

  test('leaves no test out', () => {
    expect(
      problems({ requirements: [...complete.requirements.slice(0, 1), { ...rejects, tests: ['types'] }] }),
    ).toEqual([
      'no requirement needs the test "texts > %s is rejected"',
      `no requirement needs the test "${withVariable}"`,
    ])
  })

  test('names only what exists', () => {
    const requirements = [{ text: 'It adds numbers.', tests: ['adds', 'is no test'] }, rejects]
    expect(problems({ requirements })).toEqual(['there is no test "is no test"'])
    expect(problems({ context: [...complete.context, 'It is fast.'] })).toEqual([
      'the task doesn\'t say "It is fast."',
    ])
  })
})

describe('a shipped challenge', () => {
  test.each(readChallenges(content).challenges.map((one) => [one.id, one] as const))(
    '%s has a test for each requirement, and a requirement for each test',
    (id, shipped) => {
      expect(requirementProblems(shipped, readRequirements(content, id))).toEqual([])
    },
  )
})
