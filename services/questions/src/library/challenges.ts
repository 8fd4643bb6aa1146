import {
  CHALLENGE_PARTS_OUTSIDE_LISTS,
  type ChallengeDefinedData,
  type ChallengeDocument,
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
  filters: { kind: 'kind', category: 'category', difficulty: 'difficulty', tag: 'tags' },
  outsideLists: CHALLENGE_PARTS_OUTSIDE_LISTS,
  searched: ['title', 'description', 'tags'],
  openTo: openedChallenges,
  render: (document, { isEditor, isOpened }) =>
    isEditor || isOpened ? document : withoutSolutions(document),
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

/** Lists have no problems: see `outsideLists`. */
function withoutSolutions({
  solution,
  solutionFiles,
  otherSolutions,
  complexity,
  explanation,
  problems,
  ...document
}: Omit<ChallengeDocument, 'problems'> & Partial<Pick<ChallengeDocument, 'problems'>>) {
  return {
    ...document,
    ...(problems && { problems: problems.map(({ explanation: _, ...problem }) => problem) }),
  }
}

/** Opens solutions to learners who have passed a challenge or given up. */
export function consumeChallengeOpenings(backend: Backend<Tables>): void {
  backend.consume({
    name: 'questions-challenge-openings',
    schema: challengeOpened,
    handle: (messages, trx) => storeOpenings(trx, messages),
  })
}
