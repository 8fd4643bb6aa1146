import type { BadgeRarity, BadgeRule } from '@rehearse/contracts'
import { categoriesKnown, completePaths, plansCompleted, scoreOf } from './counters.ts'
import { accuracy, levelOf } from './points.ts'
import type { Standing } from './state.ts'

/** A badge as the library defines it. */
export interface Badge {
  badgeId: string
  title: string
  description: string
  rarity: BadgeRarity
  rule: BadgeRule
}

/** Whether a learner who stands so has earned a badge of that rule. */
export function holds(rule: BadgeRule, standing: Standing): boolean {
  return rule.measure === 'accuracy' ? isAccurate(rule, standing) : measured(rule, standing) >= rule.atLeast
}

function isAccurate(rule: Extract<BadgeRule, { measure: 'accuracy' }>, { tally }: Standing): boolean {
  const [answered, correct] = scoreOf(tally, rule)
  return answered >= rule.ofAnswers && accuracy(correct, answered) >= rule.atLeast
}

/** What a rule looks at: a figure that can only grow, so that a badge once due stays due. */
function measured(rule: Exclude<BadgeRule, { measure: 'accuracy' }>, standing: Standing): number {
  const { tally, points, streak } = standing
  switch (rule.measure) {
    case 'answers':
      return scoreOf(tally, rule)[0]
    case 'correctAnswers':
      return scoreOf(tally, rule)[1]
    case 'correctInARow':
      return scoreOf(tally, rule)[3]
    case 'streak':
      return streak.longest
    case 'activeDays':
      return tally.days.active
    case 'answersInADay':
      return tally.days.busiest
    case 'categories':
      return categoriesKnown(tally)
    case 'points':
      return points
    case 'level':
      return levelOf(points)
    case 'sectionsCompleted':
      return tally.sections.length
    case 'pathsCompleted':
      return completePaths(tally).length
    case 'challengesCompleted':
      return Object.keys(tally.challenges).length
    case 'plansCompleted':
      return plansCompleted(tally)
    case 'cardsReviewed':
      return tally.cardsReviewed
    default:
      return rule satisfies never
  }
}
