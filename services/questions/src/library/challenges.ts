import {
  type ChallengeDefinedData,
  challengeDocument,
  challengeEndpoints,
  challengeOpened,
  definitionSubjects,
} from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { Tables } from '../tables.ts'
import { defineKind } from './kind.ts'
import { openedChallenges, storeOpenings } from './repository.ts'

/** Coding challenges. Only admins, and learners who have passed or given up, see the solution and its explanation. */
export const challengeKind = defineKind({
  name: 'challenges',
  noun: 'Challenge',
  endpoints: challengeEndpoints,
  document: challengeDocument,
  filters: { category: 'category', difficulty: 'difficulty', tag: 'tags' },
  searched: ['title', 'description', 'tags'],
  openTo: openedChallenges,
  render: (
    { solution, solutionFiles, otherSolutions, complexity, explanation, ...document },
    { isAdmin, isOpened },
  ) =>
    isAdmin || isOpened
      ? { ...document, solution, solutionFiles, otherSolutions, complexity, explanation }
      : { ...document, problems: document.problems.map(({ explanation: _, ...problem }) => problem) },
  events: {
    defined: ({ id, revision, order, document: { kind, title, category, difficulty, testCases } }) => ({
      subject: definitionSubjects.challengeDefined,
      type: 'ChallengeDefined',
      version: 1,
      data: {
        challengeId: id,
        revision,
        order,
        kind,
        title,
        category,
        difficulty,
        testIds: testCases.map((test) => test.id),
        maxScore: testCases.length,
      } satisfies ChallengeDefinedData,
    }),
    removed: ({ id, revision }) => ({
      subject: definitionSubjects.challengeRemoved,
      type: 'ChallengeRemoved',
      version: 1,
      data: { challengeId: id, revision },
    }),
  },
})

/** Opens solutions to learners who have passed a challenge or given up. */
export function consumeChallengeOpenings(backend: Backend<Tables>): void {
  backend.consume({
    name: 'questions-challenge-openings',
    schema: challengeOpened,
    handle: (messages, trx) => storeOpenings(trx, messages),
  })
}
