import { z } from 'zod'
import { longText, shortText, slug } from '../common.ts'
import { entryFields, libraryEndpoints } from './entries.ts'

const source = longText(50_000).default('')
const challengeCode = z.object({ html: source, css: source, javascript: source })

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

/** A coding challenge as its author writes it. */
export const challengeDocument = z.object({
  title: shortText(200),
  description: longText(10_000),
  category: z.enum(['html', 'css', 'javascript']),
  difficulty: z.enum(['easy', 'medium', 'hard']),
  starterCode: challengeCode,
  testCases: z.array(challengeTest).min(1).max(100),
  hints: z.array(longText(1_000)).max(20).default([]),
  solution: challengeCode,
  explanation: longText(20_000),
  tags: z.array(shortText(50)).max(30).default([]),
})
export type ChallengeDocument = z.infer<typeof challengeDocument>

/** A challenge as learners see it; with its solution and explanation if it is open to them. */
export const challenge = z
  .object({
    ...entryFields,
    ...challengeDocument.shape,
    solution: challengeCode.optional(),
    explanation: z.string().optional(),
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.infer<typeof challenge>

export const challengeEndpoints = libraryEndpoints({
  path: '/api/challenges',
  noun: 'Challenge',
  document: challengeDocument,
  view: challenge,
  filters: ['category', 'difficulty', 'tag', 'searchTerm'],
})
