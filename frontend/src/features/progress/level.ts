/** Points at which a level begins: 0, 100, 300, 600, 1,000 … Each level takes 100 points more than the one before. */
export const levelStart = (level: number): number => 50 * level * (level - 1)
