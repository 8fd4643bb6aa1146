import { CHALLENGE_POINTS } from '@rehearse/contracts'
import {
  ANSWER_POINTS,
  ANSWER_POINTS_DEDUCTION_PER_ATTEMPT,
  ANSWER_POINTS_MIN,
  ANSWER_POINTS_UNKNOWN_DIFFICULTY,
} from '@rehearse/contracts/constants'
import { MASTERY_RULES } from '@rehearse/contracts/progress/levels'

const pointsByDifficulty = new Map<string, number>(Object.entries(ANSWER_POINTS))

/**
 * Points of one answer: by difficulty, less a deduction for each attempt after the first, never under the minimum;
 * none for an incorrect answer.
 * @param attempt the number of this answer among the learner's answers to this question, from 1
 */
export function answerPoints(answer: { isCorrect: boolean; difficulty: string; attempt: number }): number {
  if (!answer.isCorrect) return 0
  const full = pointsByDifficulty.get(answer.difficulty) ?? ANSWER_POINTS_UNKNOWN_DIFFICULTY
  const deduction = ANSWER_POINTS_DEDUCTION_PER_ATTEMPT * (answer.attempt - 1)
  return Math.max(ANSWER_POINTS_MIN, full - deduction)
}

/** The level for an amount of experience: `levelStart`, 50·n·(n − 1), solved for n. */
export function levelOf(experience: number): number {
  return Math.floor((1 + Math.sqrt(1 + experience / 12.5)) / 2)
}

/** Points of one attempt at a coding challenge: a share of the full points if it is completed, otherwise none. */
export function challengePoints(attempt: { completed: boolean; score: number; maxScore: number }): number {
  if (!attempt.completed || attempt.maxScore <= 0) return 0
  return Math.round((attempt.score / attempt.maxScore) * CHALLENGE_POINTS)
}

/** The points that an attempt adds to a learner's total: only the best attempt at each challenge counts. */
export function challengePointsAdded(
  attempt: Parameters<typeof challengePoints>[0] & { bestBefore: number },
): number {
  return Math.max(0, challengePoints(attempt) - Math.round(attempt.bestBefore * CHALLENGE_POINTS))
}

/** Correct answers as a rounded percentage; 0 if there are none. */
export function accuracy(correct: number, total: number): number {
  return total === 0 ? 0 : Math.round((correct / total) * 100)
}

type MasteryLevel = 'beginner' | (typeof MASTERY_RULES)[number]['level']

/** A learner's mastery of a section. */
export function masteryOf(correct: number, total: number): MasteryLevel {
  const percent = accuracy(correct, total)
  return MASTERY_RULES.find((rule) => total >= rule.answers && percent >= rule.accuracy)?.level ?? 'beginner'
}
