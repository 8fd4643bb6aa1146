/** Right answers among all, as a rounded whole percent; 0 where there are none. */
export function accuracy(correct: number, total: number): number {
  return total === 0 ? 0 : Math.round((correct / total) * 100)
}

export type MasteryLevel = 'beginner' | 'intermediate' | 'advanced' | 'expert'

/** From this many answers and this accuracy on, highest first: a few lucky answers are no mastery. */
const masteryRules: readonly { level: MasteryLevel; answers: number; accuracy: number }[] = [
  { level: 'expert', answers: 50, accuracy: 90 },
  { level: 'advanced', answers: 25, accuracy: 80 },
  { level: 'intermediate', answers: 10, accuracy: 60 },
]

/** How well a learner has a section in hand. */
export function masteryOf(correct: number, total: number): MasteryLevel {
  const percent = accuracy(correct, total)
  return masteryRules.find((rule) => total >= rule.answers && percent >= rule.accuracy)?.level ?? 'beginner'
}
