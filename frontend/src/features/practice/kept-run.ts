import { learnerData } from '../../shared/account/account-data.ts'
import { SESSION_GAP } from '../../shared/constants.ts'
import type { RunAnswer, RunQuestion } from './grade-locally.ts'

/** The state of a practice session whose page was left for a provider's sign-in. */
export interface KeptRun {
  choice: string
  questions: readonly RunQuestion[]
  answers: readonly RunAnswer[]
  position: number
}

const stored = learnerData('practice_run')

export function keepRun({ answers, ...run }: KeptRun): void {
  const flat = answers.map(({ feedback, ...answer }) => ({ ...answer, feedback: [...feedback] }))
  stored.write({ ...run, answers: flat, keptAt: Date.now() })
}

/** Returns and removes the session with the same settings that was left just now. */
export function takeKeptRun(choice: string): KeptRun | undefined {
  const kept = stored.read() as (KeptRun & { keptAt: number }) | null
  if (!kept) return undefined
  stored.remove()
  if (kept.choice !== choice || Date.now() - kept.keptAt > SESSION_GAP) return undefined
  const answers = kept.answers.map((answer) => ({ ...answer, feedback: new Map(answer.feedback) }))
  const isAnswered = answers.some(({ question }) => question.id === kept.questions[kept.position]?.id)
  return { ...kept, answers, position: kept.position + (isAnswered ? 1 : 0) }
}
