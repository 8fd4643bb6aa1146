import type { BadgeDefinition, BadgeRule, Progress } from '@rehearse/contracts'

/** How far a badge is: what is there of what it takes. */
export interface Reach {
  now: number
  target: number
}

/** Those not earned yet, the nearest first; those that can't be measured here come last. */
export function nextBadges(badges: readonly BadgeDefinition[], progress: Progress) {
  const earned = new Set(progress.achievements.badges.map(({ id }) => id))
  return badges
    .filter(({ id }) => !earned.has(id))
    .map((badge) => ({ badge, reach: reachOf(badge, progress) }))
    .sort((one, other) => shareOf(other.reach) - shareOf(one.reach))
}

/** Undefined where the figures at hand don't say, as for right answers one after another. */
function reachOf({ rule }: BadgeDefinition, progress: Progress): Reach | undefined {
  const now = figureOf(rule, progress)
  return now === undefined ? undefined : { now: Math.min(now, rule.atLeast), target: rule.atLeast }
}

const shareOf = (reach: Reach | undefined): number => (reach === undefined ? -1 : reach.now / reach.target)

function figureOf(rule: BadgeRule, progress: Progress): number | undefined {
  switch (rule.measure) {
    case 'answers':
    case 'correctAnswers':
      return answersOf(rule, progress)
    case 'streak':
      return progress.longestStreak
    case 'points':
      return progress.achievements.totalPoints
    case 'level':
      return progress.achievements.level
    case 'challengesCompleted':
      return progress.challenges.completed
    case 'sectionsCompleted':
      return progress.learningPaths.reduce((sum, path) => sum + path.completedSections.length, 0)
    case 'pathsCompleted':
      return progress.learningPaths.filter(({ completedAt }) => completedAt !== null).length
    default:
      return undefined
  }
}

function answersOf(
  rule: Extract<BadgeRule, { measure: 'answers' | 'correctAnswers' }>,
  progress: Progress,
): number | undefined {
  const figure = rule.measure === 'answers' ? 'totalQuestions' : 'correctAnswers'
  if (rule.difficulty !== undefined || rule.category !== undefined) return undefined
  return progress[figure]
}
