import { expectedChance, type Normal } from '@rehearse/contracts/adaptive'

/** A question that may be asked, with estimates of the learner's ability in its topic and of its difficulty. */
export interface Item {
  ability: Normal
  difficulty: Normal
}

/** A share of correct answers between 0 and 1 with a 95 % interval. */
export interface Forecast {
  chance: number
  low: number
  high: number
}

/** The quantile of the standard normal distribution that 2.5 % exceed. */
const z95 = 1.959964
/** Where the ability is evaluated: deviations from its mean. */
const nodes = Array.from({ length: 49 }, (_, at) => -6 + at / 4)

/**
 * The expected share of correct answers to these questions, in the long run, if each were asked many times.
 *
 * The interval is that of the ability. Its distribution after the learner's answers is about normal with the deviation of
 * its estimate (EAP; Bock and Mislevy 1982, "Adaptive EAP estimation of ability in a microcomputer environment"). The
 * share grows with the ability, so its quantiles are the shares at the ability's quantiles. Abilities in several topics
 * move together here, which makes the interval of their mean too wide rather than too narrow.
 */
export function forecastShare(items: readonly Item[]): Forecast {
  const shareAt = (deviations: number) => mean(items.map((item) => chanceAt(item, deviations)))
  return {
    chance: mean(items.map(({ ability, difficulty }) => expectedChance(ability, difficulty))),
    low: shareAt(-z95),
    high: shareAt(z95),
  }
}

/**
 * The share of correct answers in an exam of these questions, each asked once.
 *
 * The interval includes both the uncertain ability and the luck of few questions: given an ability, the number of correct
 * answers has the Poisson binomial distribution (Wang 1993, "On the number of successes in independent trials"), and the
 * mean of these distributions over the ability is what the exam is expected to result in (the posterior predictive
 * distribution; Gelman et al., Bayesian Data Analysis, 3rd edition, section 1.3). Its ends are the quantiles at 2.5 and
 * 97.5 %, so at least 95 % of results are within.
 */
export function forecastExam(items: readonly Item[]): Forecast & { chances: number[] } {
  const chances = items.map(({ ability, difficulty }) => expectedChance(ability, difficulty))
  const distribution = Array.from({ length: items.length + 1 }, () => 0)
  let weights = 0
  for (const node of nodes) {
    const weight = Math.exp(-(node ** 2) / 2)
    weights += weight
    const given = poissonBinomial(items.map((item) => chanceAt(item, node)))
    for (const [correct, probability] of given.entries()) {
      distribution[correct] = (distribution[correct] ?? 0) + weight * probability
    }
  }
  const quantile = (at: number) => {
    let sum = 0
    const found = distribution.findIndex((probability) => {
      sum += probability / weights
      return sum >= at
    })
    return (found < 0 ? items.length : found) / items.length
  }
  return { chances, chance: mean(chances), low: quantile(0.025), high: quantile(0.975) }
}

/** The chance of a correct answer if the ability is this many deviations above its mean; the difficulty stays uncertain. */
const chanceAt = ({ ability, difficulty }: Item, deviations: number): number =>
  expectedChance({ mean: ability.mean + deviations * ability.deviation, deviation: 0 }, difficulty)

/** The probability of each number of successes in independent trials with these chances. */
function poissonBinomial(chances: readonly number[]): number[] {
  const probabilities = [1]
  for (const [done, chance] of chances.entries()) {
    probabilities.push(0)
    for (let count = done + 1; count >= 0; count -= 1) {
      const none = probabilities[count] ?? 0
      probabilities[count] = none * (1 - chance) + (probabilities[count - 1] ?? 0) * chance
    }
  }
  return probabilities
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((total, one) => total + one, 0) / Math.max(1, numbers.length)
