import { SESSION_GAP, STORAGE_KEYS } from '../../shared/constants.ts'
import { readJson, storage } from '../../shared/storage.ts'
import type { RunAnswer, RunQuestion } from './grade-locally.ts'

/** Where a run stood when its page was left for a provider's sign-in. */
export interface KeptRun {
  choice: string
  questions: readonly RunQuestion[]
  answers: readonly RunAnswer[]
  position: number
}

export function keepRun({ answers, ...run }: KeptRun): void {
  const flat = answers.map(({ feedback, ...answer }) => ({ ...answer, feedback: [...feedback] }))
  storage.write(STORAGE_KEYS.keptRun, JSON.stringify({ ...run, answers: flat, keptAt: Date.now() }))
}

/** The run of the same choice that was left just now; asked once, it is gone. */
export function takeKeptRun(choice: string): KeptRun | undefined {
  const kept = readJson(STORAGE_KEYS.keptRun) as (KeptRun & { keptAt: number }) | null
  if (!kept) return undefined
  storage.remove(STORAGE_KEYS.keptRun)
  if (kept.choice !== choice || Date.now() - kept.keptAt > SESSION_GAP) return undefined
  const answers = kept.answers.map((answer) => ({ ...answer, feedback: new Map(answer.feedback) }))
  const isAnswered = answers.some(({ question }) => question.id === kept.questions[kept.position]?.id)
  return { ...kept, answers, position: kept.position + (isAnswered ? 1 : 0) }
}
