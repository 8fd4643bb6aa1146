import type { ChallengeFile } from '@rehearse/contracts'
import type { ContentChallenge } from './read-challenges.ts'

/** A challenge without files, for tests of the runner. */
export const sampleChallenge = {
  id: 'sum',
  title: 'Sum',
  description: '',
  category: 'typescript',
  difficulty: 'easy',
  starterCode: { html: '', css: '', javascript: '' },
  solution: { html: '', css: '', javascript: '' },
  testCases: [],
  timeLimit: 1_500,
  mutants: [],
  problems: [],
  hints: [],
  solutionFiles: [],
  complexity: '',
  otherSolutions: [],
  explanation: '',
  tags: [],
  mistakes: [],
  alternatives: [],
  equivalents: [],
} satisfies Partial<ContentChallenge>

/** Test files are hidden, the others can be edited. */
export const sampleFiles = (files: Readonly<Record<string, string>>): ChallengeFile[] =>
  Object.entries(files).map(([path, text]) => ({
    path,
    text,
    access: path.includes('.test.') ? 'hidden' : 'editable',
  }))
