import type { ChallengeDefinedData } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import {
  attemptChallenge,
  type ChallengeAttempt,
  type ChallengeState,
  giveUpChallenge,
} from './attempt-challenge.ts'

const challenge: ChallengeDefinedData = {
  challengeId: 'todo-list',
  kind: 'web',
  revision: 1,
  order: 1,
  title: 'Todo list',
  category: 'javascript',
  difficulty: 'hard',
  testIds: ['adds'],
  maxScore: 1,
}
const attempt = (changes: Partial<ChallengeAttempt> = {}): ChallengeAttempt => ({
  attemptId: '018f0000-0000-4000-8000-000000000001',
  learnerId: 'ada',
  challengeId: 'todo-list',
  codeHash: null,
  score: 7,
  maxScore: 10,
  completed: true,
  timeSpent: 90,
  timeZone: 'UTC',
  attemptedAt: '2026-11-21T12:00:00.000Z',
  receivedAt: '2026-11-21T12:00:00.000Z',
  ...changes,
})
const untouched: ChallengeState = { earlier: undefined, best: 0, opened: null }
const types = (events: readonly { type: string }[]) => events.map(({ type }) => type)

describe('attemptChallenge', () => {
  test('opens the solution when the attempt is the first to complete the challenge', () => {
    const events = attemptChallenge(attempt(), challenge, untouched)
    expect(types(events)).toEqual(['ChallengeAttempted', 'ChallengeOpened'])
    expect(events[0]?.data).toMatchObject({
      challengeTitle: 'Todo list',
      difficulty: 'advanced',
      bestBefore: 0,
    })
    expect(events[1]?.data).toEqual({ learnerId: 'ada', challengeId: 'todo-list', reason: 'passed' })
  })

  test('opens nothing when the attempt doesn’t complete the challenge or the solution is already open', () => {
    expect(types(attemptChallenge(attempt({ completed: false }), challenge, untouched))).toEqual([
      'ChallengeAttempted',
    ])
    const again = attemptChallenge(attempt(), challenge, { ...untouched, best: 0.5, opened: 'given-up' })
    expect(types(again)).toEqual(['ChallengeAttempted'])
    expect(again[0]?.data).toMatchObject({ bestBefore: 0.5 })
  })

  test('records a repeated attempt once, and rejects its id for another challenge', () => {
    const [taken] = attemptChallenge(attempt(), challenge, untouched)
    if (taken?.type !== 'ChallengeAttempted') throw new Error('not taken')
    const state = { ...untouched, earlier: taken.data }
    expect(attemptChallenge(attempt(), challenge, state)).toEqual([])
    expect(() => attemptChallenge(attempt({ challengeId: 'other' }), challenge, state)).toThrow(
      expect.objectContaining({ code: 'attempt_id_reused' }),
    )
  })
})

test('giving up opens a closed solution, with the same event id as completing the challenge', () => {
  const [givenUp] = giveUpChallenge('ada', 'todo-list', untouched)
  expect(givenUp?.data).toMatchObject({ reason: 'given-up' })
  expect(givenUp?.eventId).toBe(attemptChallenge(attempt(), challenge, untouched)[1]?.eventId)
  expect(giveUpChallenge('ada', 'todo-list', { opened: 'passed' })).toEqual([])
})
