import { learnerData } from '../../shared/account/account-data.ts'
import { SESSION_GAP } from '../../shared/constants.ts'
import type { RunAnswer, RunQuestion } from './grade-locally.ts'

/** The state of a practice session whose page was left for a provider's sign-in. */
export interface SavedRun {
  choice: string
  questions: readonly RunQuestion[]
  answers: readonly RunAnswer[]
  position: number
}

const stored = learnerData('practice_run')

export function saveRun({ answers, ...run }: SavedRun): void {
  const flat = answers.map(({ feedback, ...answer }) => ({ ...answer, feedback: [...feedback] }))
  stored.write({ ...run, answers: flat, keptAt: Date.now() })
}

/** Returns and removes the session with the same settings that was left just now. */
export function takeSavedRun(choice: string): SavedRun | undefined {
  const saved = stored.read() as (SavedRun & { keptAt: number }) | null
  if (!saved) return undefined
  stored.remove()
  if (saved.choice !== choice || Date.now() - saved.keptAt > SESSION_GAP) return undefined
  const answers = saved.answers.map((answer) => ({ ...answer, feedback: new Map(answer.feedback) }))
  const isAnswered = answers.some(({ question }) => question.id === saved.questions[saved.position]?.id)
  return { ...saved, answers, position: saved.position + (isAnswered ? 1 : 0) }
}
