import { z } from 'zod'
import { longText, shortText, slug, tagList } from '../common.ts'
import { RUN_TIME_LIMIT } from '../constants.ts'
import {
  CHALLENGE_FILES_MAX,
  challengeFile,
  challengeKinds,
  challengeMutant,
  challengeText,
  findFileProblems,
  otherSolution,
  reviewProblem,
} from './challenge-files.ts'
import { entryFields, libraryEndpoints } from './entries.ts'

const source = longText(50_000).default('')
const challengeCode = z.object({ html: source, css: source, javascript: source })
const noCode = { html: '', css: '', javascript: '' }

export const challengeTest = z.object({
  id: slug,
  name: shortText(200),
  description: longText(1_000).default(''),
  /** The subject of the test: the document, its styles, or the script's behavior. */
  type: z.enum(['html', 'css', 'javascript']),
  /** A JavaScript expression, evaluated in the finished page; it may be a promise. */
  input: longText(10_000),
  /** The expected value of the expression, as JSON. */
  expectedOutput: longText(10_000),
})

/** Challenges with the same `id` are the steps of one project: the code of a step is the start of the next. */
const challengeProject = z.object({ id: slug, title: shortText(200), step: z.int().min(1).max(10) })

/** A coding challenge as its author writes it. `starterCode`, `testCases` and `solution` are those of `web`. */
export const challengeDocument = z
  .object({
    kind: challengeKinds.default('web'),
    title: shortText(200),
    description: longText(10_000),
    category: z.enum(['html', 'css', 'javascript', 'typescript', 'react', 'testing']),
    difficulty: z.enum(['easy', 'medium', 'hard']),
    starterCode: challengeCode.default(noCode),
    testCases: z.array(challengeTest).max(100).default([]),
    /** Of the other kinds: the starter and the test files. */
    files: z.array(challengeFile).max(CHALLENGE_FILES_MAX).default([]),
    /** Milliseconds for the code and its tests together. */
    timeLimit: z.int().min(100).max(10_000).default(RUN_TIME_LIMIT),
    mutants: z.array(challengeMutant).max(20).default([]),
    problems: z.array(reviewProblem).max(20).default([]),
    hints: z.array(longText(1_000)).max(20).default([]),
    solution: challengeCode.default(noCode),
    /** The solution's texts of the editable files; the others stay as they are. */
    solutionFiles: z.array(challengeText).max(CHALLENGE_FILES_MAX).default([]),
    /** Of the solution, for example `O(n) time, O(1) space`. */
    complexity: longText(500).default(''),
    otherSolutions: z.array(otherSolution).max(5).default([]),
    explanation: longText(20_000),
    project: challengeProject.optional(),
    tags: tagList.default([]),
  })
  .superRefine((challenge, context) => {
    for (const problem of findFileProblems(challenge)) context.addIssue({ code: 'custom', ...problem })
  })
export type ChallengeDocument = z.infer<typeof challengeDocument>

/**
 * A challenge as learners see it; with its solutions and explanations if these are open to them.
 */
export const challenge = z
  .object({
    ...entryFields,
    ...challengeDocument.shape,
    problems: z.array(reviewProblem.partial({ explanation: true })),
    solution: challengeCode.optional(),
    solutionFiles: z.array(challengeText).optional(),
    complexity: z.string().optional(),
    otherSolutions: z.array(otherSolution).optional(),
    explanation: z.string().optional(),
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.infer<typeof challenge>

/** The parts that lists leave out, since a challenge can have some 100 kB of files. */
export const CHALLENGE_PARTS_OUTSIDE_LISTS = [
  'files',
  'solutionFiles',
  'mutants',
  'problems',
  'otherSolutions',
] as const

/** A challenge in a list: without its files. */
export const challengeSummary = challenge
  .omit({ files: true, solutionFiles: true, mutants: true, problems: true, otherSolutions: true })
  .meta({ id: 'ChallengeSummary' })
export type ChallengeSummary = z.infer<typeof challengeSummary>

export const challengeEndpoints = libraryEndpoints({
  path: '/api/challenges',
  noun: 'Challenge',
  document: challengeDocument,
  view: challenge,
  listed: challengeSummary,
  filters: ['kind', 'category', 'difficulty', 'tag', 'searchTerm'],
})
