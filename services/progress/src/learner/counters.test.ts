import type { AnswerSubmittedData } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { answerEvent } from '../testing/answer-event.ts'
import { evolveCounters, noCounters, plansCompleted } from './counters.ts'
import type { LearnerEvent } from './events.ts'

const answered = (changes: Partial<AnswerSubmittedData>): LearnerEvent => ({
  type: 'AnswerSubmitted',
  data: answerEvent(changes).data,
})

test.each(['constructor', 'toString', '__proto__'])(
  'an answer in a plan named %s starts no plan',
  (planId) => {
    const counters = evolveCounters(noCounters, answered({ learningMode: 'guided', planId }))
    expect(Object.keys(counters.plans)).toEqual([])
    expect(plansCompleted(counters)).toBe(0)
  },
)

test.each(['constructor', '__proto__'])('a challenge and a plan may be named %s', (name) => {
  const events: LearnerEvent[] = [
    {
      type: 'ChallengeAttempted',
      data: { challengeId: name, completed: true, score: 1, maxScore: 2 } as never,
    },
    { type: 'PlanStarted', data: { planId: name, totalQuestions: 2 } as never },
    answered({ learningMode: 'guided', planId: name }),
    { type: 'PlanReset', data: { planId: name } as never },
    answered({ learningMode: 'guided', planId: name }),
  ]
  const counters = events.reduce(evolveCounters, noCounters)
  expect(Object.entries(counters.challenges)).toEqual([[name, 25]])
  expect(Object.entries(counters.plans)).toEqual([[name, [1, 2]]])
})
