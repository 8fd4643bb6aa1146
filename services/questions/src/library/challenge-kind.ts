import {
  type ChallengeDefinedData,
  challenge,
  challengeDocument,
  definitionSubjects,
} from '@rehearse/contracts'
import { defineKind } from './kind.ts'

/**
 * Coding challenges. The solution and its explanation go to admins alone. Learners who have passed or given up may
 * read them too, but only progress knows who has: when it says so by event, this service keeps who may read which
 * solution, and `render` is where that is asked.
 */
export const challengeKind = defineKind({
  name: 'challenges',
  noun: 'Challenge',
  address: '/api/challenges',
  document: challengeDocument,
  view: challenge,
  filters: { category: 'category', difficulty: 'difficulty', tag: 'tags' },
  searched: ['title', 'description', 'tags'],
  render: ({ solution, explanation, ...document }, { isAdmin }) =>
    isAdmin ? { ...document, solution, explanation } : document,
  news: {
    defined: ({ id, revision, order, document: { title, category, difficulty, testCases } }) => ({
      subject: definitionSubjects.challengeDefined,
      type: 'ChallengeDefined',
      version: 1,
      data: {
        challengeId: id,
        revision,
        order,
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
