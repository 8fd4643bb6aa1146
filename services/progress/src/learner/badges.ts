import type { BadgeRarity, BadgeRule } from '@rehearse/contracts'
import { categoriesKnown, completePaths, plansCompleted, scoreOf } from './counters.ts'
import { accuracy, levelOf } from './points.ts'
import type { LearnerState } from './state.ts'

/** A badge as the library defines it. */
export interface Badge {
  badgeId: string
  title: string
  description: string
  rarity: BadgeRarity
  rule: BadgeRule
}

/** Whether a learner in this state meets a badge's rule. */
export function meetsRule(rule: BadgeRule, state: LearnerState): boolean {
  return rule.measure === 'accuracy' ? isAccurate(rule, state) : measured(rule, state) >= rule.atLeast
}

function isAccurate(rule: Extract<BadgeRule, { measure: 'accuracy' }>, { counters }: LearnerState): boolean {
  const [answered, correct] = scoreOf(counters, rule)
  return answered >= rule.ofAnswers && accuracy(correct, answered) >= rule.atLeast
}

/** The number that a rule compares. It only grows, so a due badge stays due. */
function measured(rule: Exclude<BadgeRule, { measure: 'accuracy' }>, state: LearnerState): number {
  const { counters, points, streak } = state
  switch (rule.measure) {
    case 'answers':
      return scoreOf(counters, rule)[0]
    case 'correctAnswers':
      return scoreOf(counters, rule)[1]
    case 'correctInARow':
      return scoreOf(counters, rule)[3]
    case 'streak':
      return streak.longest
    case 'activeDays':
      return counters.days.active
    case 'answersInADay':
      return counters.days.busiest
    case 'categories':
      return categoriesKnown(counters)
    case 'points':
      return points
    case 'level':
      return levelOf(points)
    case 'sectionsCompleted':
      return counters.sections.length
    case 'pathsCompleted':
      return completePaths(counters).length
    case 'challengesCompleted':
      return Object.keys(counters.challenges).length
    case 'plansCompleted':
      return plansCompleted(counters)
    case 'cardsReviewed':
      return counters.cardsReviewed
    default:
      return rule satisfies never
  }
}
