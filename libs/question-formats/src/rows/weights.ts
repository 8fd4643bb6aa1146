/**
 * What the weights of options say beyond right and wrong, as warnings: our questions are right or wrong as a whole.
 * `isSingle`: one option is chosen. Weights are percentages.
 */
export function weightNotes(weights: readonly number[], isSingle: boolean): string[] {
  const notes: string[] = []
  const positive = weights.filter((weight) => weight > 0)
  if (isSingle) {
    if (positive.filter((weight) => weight === 100).length > 1) {
      notes.push('Any of the right options was enough; here all of them must be chosen')
    }
    if (weights.some((weight) => weight !== 0 && weight !== 100)) notes.push(PARTIAL)
    return notes
  }
  const share = 100 / Math.max(1, positive.length)
  const isUsual = (weight: number) => weight === 0 || weight === -100 || Math.abs(weight - share) < 0.01
  return weights.every(isUsual) ? notes : [...notes, PARTIAL]
}

const PARTIAL = 'Partial credit is not kept: an option is right or wrong'

/** What each option weighs where `right` of them are right and all must be chosen. */
export const shareOf = (right: number): string => String(Math.round(10_000_000 / right) / 100_000)
