import type { AnswerSubmittedData } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { answerEvent } from '../testing/answer-event.ts'
import { evolveTally, noTally, plansCompleted } from './counters.ts'
import type { Fact } from './events.ts'

const answered = (changes: Partial<AnswerSubmittedData>): Fact => ({
  type: 'AnswerSubmitted',
  data: answerEvent(changes).data,
})

test.each(['constructor', 'toString', '__proto__'])('an answer in a plan named %s starts none', (planId) => {
  const tally = evolveTally(noTally, answered({ learningMode: 'guided', planId }))
  expect(Object.keys(tally.plans)).toEqual([])
  expect(plansCompleted(tally)).toBe(0)
})

test.each(['constructor', '__proto__'])('a challenge and a plan may be named %s', (name) => {
  const facts: Fact[] = [
    {
      type: 'ChallengeAttempted',
      data: { challengeId: name, completed: true, score: 1, maxScore: 2 } as never,
    },
    { type: 'PlanStarted', data: { planId: name, totalQuestions: 2 } as never },
    answered({ learningMode: 'guided', planId: name }),
    { type: 'PlanReset', data: { planId: name } as never },
    answered({ learningMode: 'guided', planId: name }),
  ]
  const tally = facts.reduce(evolveTally, noTally)
  expect(Object.entries(tally.challenges)).toEqual([[name, 25]])
  expect(Object.entries(tally.plans)).toEqual([[name, [1, 2]]])
})
