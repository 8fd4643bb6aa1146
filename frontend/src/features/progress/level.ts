/** Points at which a level begins (docs/decisions/0008-days-streaks-levels.md). */
export const levelStart = (level: number): number => 50 * level * (level - 1)
