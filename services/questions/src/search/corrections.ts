import { editDistance } from './edit-distance.ts'

/** A word of the bank that resembles one that was typed. */
export interface Candidate {
  word: string
  /** How many questions have it. */
  uses: number
}

/** More would make a search for one thing a search for anything. */
const mostCorrections = 3

/**
 * The words that somebody probably meant: those with the fewest slips, and of these the most used. None where all
 * are too far off: one slip is forgiven in 3 to 5 letters, two in longer words.
 */
export function corrections(typed: string, candidates: readonly Candidate[]): string[] {
  const length = Array.from(typed).length
  const forgiven = length < 3 ? 0 : length < 6 ? 1 : 2
  const near = candidates
    .map((candidate) => ({ ...candidate, slips: slips(typed, candidate.word) }))
    .filter((candidate) => candidate.slips <= forgiven)
  const fewest = Math.min(...near.map((candidate) => candidate.slips))
  return near
    .filter((candidate) => candidate.slips === fewest)
    .sort((a, b) => b.uses - a.uses || (a.word < b.word ? -1 : 1))
    .slice(0, mostCorrections)
    .map((candidate) => candidate.word)
}

/** A word that is only begun is a little farther off than one that is whole. */
function slips(typed: string, word: string): number {
  const { whole, beginning } = editDistance(typed, word)
  return Math.min(whole, beginning + 0.5)
}
