import type { Difficulty } from '@rehearse/contracts'
import { chanceOf, type Normal } from '@rehearse/contracts/adaptive'

/**
 * What a label says about a difficulty before anyone has answered: of the average learner's answers to such questions
 * about 82, 62 and 38 % are correct.
 */
export const labelPriors: Readonly<Record<Difficulty, Normal>> = {
  beginner: { mean: -1.5, deviation: 1 },
  intermediate: { mean: -0.5, deviation: 1 },
  advanced: { mean: 0.5, deviation: 1 },
}
/** The variance of the ability among learners before the first fit of a topic. */
export const firstVariance = 1
/** How much an edit may change a difficulty. */
const editDeviation = 0.25

/** The difficulty to expect of a question's new version, given the previous one. */
export const afterEdit = ({ mean, deviation }: Normal): Normal => ({
  mean,
  deviation: Math.hypot(deviation, editDeviation),
})

/** A learner's ability in a topic after their responses. */
export interface Ability extends Normal {
  /** The variance among learners that it was estimated with. */
  variance: number
  /** The number of responses. */
  n: number
}

/** Deviations from the mean at which an integral over the ability is evaluated. */
const nodes = Array.from({ length: 49 }, (_, at) => -6 + at / 4)

/** The expected ability (EAP) after one more response. */
export function afterResponse(ability: Normal, difficulty: Normal, isCorrect: boolean): Normal {
  const flatness = Math.sqrt(1 + (Math.PI / 8) * difficulty.deviation ** 2)
  let [weights, sum, squares] = [0, 0, 0]
  for (const node of nodes) {
    const at = ability.mean + node * ability.deviation
    const p = chanceOf((at - difficulty.mean) / flatness, 0)
    const weight = Math.exp(-(node ** 2) / 2) * (isCorrect ? p : 1 - p)
    weights += weight
    sum += weight * node
    squares += weight * node ** 2
  }
  const mean = sum / weights
  const deviation = Math.sqrt(squares / weights - mean ** 2)
  return { mean: ability.mean + mean * ability.deviation, deviation: deviation * ability.deviation }
}

/** The correlation between a learner's abilities in two topics. */
const correlation = 0.7

/**
 * A learner's ability in a topic, given their responses in all topics: each ability is the sum of a general one and a
 * specific one, so a learner who does well elsewhere is expected to do well here (Wainer et al. 2001, "augmented scores").
 * @param variance of the ability in this topic among learners
 */
export function abilityIn(topic: string, abilities: ReadonlyMap<string, Ability>, variance: number): Normal {
  let precision = 1 / (correlation * variance)
  let weighted = 0
  for (const [other, ability] of abilities) {
    if (other === topic) continue
    const known = evidenceOf(ability)
    if (known === null) continue
    const weight = 1 / (1 / known.precision + (1 - correlation) * ability.variance)
    precision += weight
    weighted += weight * known.mean
  }
  const general = { mean: weighted / precision, variance: 1 / precision }
  const prior = { mean: general.mean, precision: 1 / (general.variance + (1 - correlation) * variance) }
  const own = abilities.get(topic)
  const known = own === undefined ? null : evidenceOf(own)
  const total = prior.precision + (known?.precision ?? 0)
  const sum = prior.mean * prior.precision + (known === null ? 0 : known.mean * known.precision)
  return { mean: sum / total, deviation: Math.sqrt(1 / total) }
}

/** What the responses alone say, without the distribution among learners. */
function evidenceOf({ mean, deviation, variance }: Ability): { mean: number; precision: number } | null {
  const posterior = 1 / deviation ** 2
  const precision = posterior - 1 / variance
  return precision > 1e-9 ? { mean: (mean * posterior) / precision, precision } : null
}
