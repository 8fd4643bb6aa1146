import { challengeDocument } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import type { FilesRunner } from './challenge-runner.ts'
import { validateFiles } from './check-files.ts'
import type { ContentChallenge } from './read-challenges.ts'

const file = (path: string, text: string, access: 'editable' | 'read-only' | 'hidden' = 'editable') => ({
  path,
  text,
  access,
})
const challengeOf = (changes: Partial<ContentChallenge> = {}): ContentChallenge => ({
  ...challengeDocument.parse({
    ...{ kind: 'react', title: 'Like', description: 'Like', category: 'react', difficulty: 'easy' },
    explanation: 'Like',
    files: [
      file('like.tsx', 'starter'),
      file('App.tsx', 'app', 'read-only'),
      file('like.test.tsx', 'tests', 'hidden'),
    ],
    solutionFiles: [file('like.tsx', 'right')],
    otherSolutions: [{ title: 'Also right', files: [file('like.tsx', 'right too')] }],
  }),
  id: 'like',
  mistakes: ['wrong', 'as wrong'].map((text) => ({
    mistake: text,
    changes: [],
    files: [file('like.tsx', text)],
  })),
  alternatives: [],
  equivalents: [],
  ...changes,
})

/** Code with `right` passes all tests, other code the first. */
const run: FilesRunner = async (_challenge, [written]) => {
  const tests = ['types', 'renders', 'counts']
  const isRight = written?.text.includes('right') ?? false
  const failures = isRight ? [] : ['counts: failed']
  return { end: 'done', tests, passed: isRight ? tests : ['types', 'renders'], results: [], failures }
}
const strict: FilesRunner = async (challenge, texts) => {
  const verdict = await run(challenge, texts)
  return texts.length === 0 ? { ...verdict, passed: ['types'] } : verdict
}

describe('a challenge with files', () => {
  test('is valid', async () => {
    expect(await validateFiles(challengeOf(), strict)).toEqual([])
  })

  test.each([
    ['has no App.tsx that its preview renders', challengeOf({ files: challengeOf().files.toSpliced(1, 1) })],
    ['has no second correct solution', challengeOf({ otherSolutions: [] })],
    ['has fewer than 2 mistakes to reject', challengeOf({ mistakes: challengeOf().mistakes.slice(1) })],
    ['"wrong" passes', challengeOf({ mistakes: mistakesWith('right again') })],
    ['the solution fails: counts: failed', challengeOf({ solutionFiles: [file('like.tsx', 'wrong')] })],
  ])('is invalid: it %s', async (problem, challenge) => {
    expect(await validateFiles(challenge, strict)).toEqual([problem])
  })

  test('is invalid if its starter passes already', async () => {
    const challenge = challengeOf({ files: challengeOf().files.with(0, file('like.tsx', 'right')) })
    // Without texts, the starter runs.
    const lenient: FilesRunner = (one, texts) => run(one, texts.length === 0 ? one.files : texts)
    expect(await validateFiles(challenge, lenient)).toContain('the starter passes already')
  })

  test('is invalid if a test passes with any code', async () => {
    expect(await validateFiles(challengeOf(), run)).toEqual(['the test "renders" passes whatever one writes'])
  })
})

function mistakesWith(text: string) {
  const [first, ...rest] = challengeOf().mistakes
  return first ? [{ ...first, files: [file('like.tsx', text)] }, ...rest] : []
}
