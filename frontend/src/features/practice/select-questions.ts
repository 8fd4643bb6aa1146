import { OFFLINE_DATABASE } from '../../shared/constants.ts'
import { newId } from '../../shared/new-id.ts'
import type { RunQuestion } from './grade-locally.ts'
import { byDifficulty, drawQuestions, type Selection, type Wanted } from './read-questions.ts'

/**
 * Questions for a session: by earlier answers, or at random for a new visitor; easier ones first for visitors. The same seed
 * selects the same questions, so that a reload shows the same session.
 */
export async function selectQuestions(wanted: Wanted, selection: Selection): Promise<RunQuestion[]> {
  if (selection.uid !== null) {
    const { selectForLearner } = await import('./select-for-learner.ts')
    return selectForLearner(wanted, selection)
  }
  const drawn = await drawQuestions(wanted, selection)
  if (await hasOfflineData()) {
    const { selectUnseen } = await import('./select-unseen.ts')
    const selected = await selectUnseen(drawn, wanted, selection).catch(() => undefined)
    if (selected) return selected
  }
  return drawn.questions.slice(0, wanted.count).sort(byDifficulty)
}

/** False before a visitor's first answer, so that a first visit doesn't load the code that reads it. */
const hasOfflineData = async (): Promise<boolean> => {
  const databases = await globalThis.indexedDB?.databases?.().catch(() => [])
  return databases?.some(({ name }) => name === OFFLINE_DATABASE) ?? false
}

/**
 * The seed that `boot.js` requested the first questions with, if the visit started on this page. A prerender has no
 * document.
 */
export const firstSeed = (): string => globalThis.document?.documentElement.dataset.seed ?? newId()

/** The seed is valid for the first session only. */
export function clearFirstSeed(): void {
  delete document.documentElement.dataset.seed
}
