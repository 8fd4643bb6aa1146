import {
  CHALLENGE_MINUTES,
  MINUTES_PER_CARD,
  MINUTES_PER_QUESTION,
  type Pace,
  WORDS_PER_MINUTE,
} from '@rehearse/contracts'

export const paceKinds = ['question', 'card', 'lesson', 'challenge'] as const
export type PaceKind = (typeof paceKinds)[number]

/** Times of one kind relative to the content's estimates: 2 is twice as long as estimated. */
export interface Population {
  factor: number
  times: number
}

/** How many times the next more general factor counts for. */
const weight = 20
/** Longer times, in medians, are breaks. */
const longest = 5

/**
 * The median without times above five medians, which are breaks; null without times.
 *
 * @param times relative to the content's estimates
 */
export function typicalOf(times: readonly number[]): Population | null {
  const all = medianOf(times)
  if (all === null) return null
  const kept = times.filter((time) => time <= longest * all)
  const factor = medianOf(kept)
  return factor === null ? null : { factor, times: kept.length }
}

/**
 * A learner's pace: the median of their own times, shrunk to the median of all learners, which is itself shrunk to the
 * content's estimates. Each of the two counts for 20 times.
 *
 * @param own relative to the content's estimates, by kind
 * @param population of all learners, by kind
 */
export function paceOf(
  own: Readonly<Partial<Record<PaceKind, readonly number[]>>>,
  population: Readonly<Partial<Record<PaceKind, Population>>>,
): Pace {
  const of = (kind: PaceKind) => {
    const typical = typicalOf(own[kind] ?? [])
    const others = population[kind] ?? null
    const factor = shrunk(typical, shrunk(others, 1))
    return { factor, basis: { own: typical?.times ?? 0, others: others?.times ?? 0 } }
  }
  const [question, card, lesson, challenge] = [of('question'), of('card'), of('lesson'), of('challenge')]
  const { easy, medium, hard } = CHALLENGE_MINUTES
  return {
    question: { minutes: MINUTES_PER_QUESTION * question.factor, ...question.basis },
    card: { minutes: MINUTES_PER_CARD * card.factor, ...card.basis },
    lesson: { wordsPerMinute: WORDS_PER_MINUTE / lesson.factor, ...lesson.basis },
    challenge: {
      minutes: {
        easy: easy * challenge.factor,
        medium: medium * challenge.factor,
        hard: hard * challenge.factor,
      },
      ...challenge.basis,
    },
  }
}

const shrunk = (typical: Population | null, to: number): number =>
  typical === null ? to : (typical.times * typical.factor + weight * to) / (typical.times + weight)

function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
