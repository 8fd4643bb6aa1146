import type { Question } from '@rehearse/contracts'
import type { ManagerMessages } from '../messages.en.ts'
import { hasOptions, type QuestionDraft } from './question-draft.ts'

export type DraftFaults = Partial<
  Record<'title' | 'content' | 'explanation' | 'category' | 'points' | 'timeLimit' | 'options', string>
>

const POINTS = { min: 1, max: 100 }
const TIME_LIMIT = { min: 10, max: 300 }
const OPTIONS_MIN = 2

/** What has to be mended before the form is sent. */
export function checkDraft(
  draft: QuestionDraft,
  editing: Question | undefined,
  messages: ManagerMessages['form'],
): DraftFaults {
  const faults: DraftFaults = {}
  for (const name of ['title', 'content', 'explanation', 'category'] as const) {
    if (draft[name].trim() === '') faults[name] = messages.requiredFault
  }
  if (!isWithin(draft.points, POINTS)) faults.points = messages.pointsFault
  if (!isWithin(draft.timeLimit, TIME_LIMIT)) faults.timeLimit = messages.timeLimitFault
  if (hasOptions(editing)) {
    const filled = draft.options.filter((option) => option.text.trim() !== '')
    if (filled.length < OPTIONS_MIN) faults.options = messages.optionsFault
    else if (!filled.some((option) => option.isCorrect)) faults.options = messages.correctFault
  }
  return faults
}

function isWithin(text: string, { min, max }: { min: number; max: number }): boolean {
  const number = Number(text)
  return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
}
