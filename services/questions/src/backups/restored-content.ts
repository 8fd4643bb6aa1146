import { createHash } from 'node:crypto'
import {
  type BackedUpQuestion,
  issueText,
  type QuestionOption,
  type QuestionRow,
  questionRow,
} from '@rehearse/contracts'
import { type StoredQuestion, toVersion } from '../questions/question.ts'
import { settleOptions } from '../questions/settle-options.ts'

export type RestoredContent = { row: QuestionRow; options: QuestionOption[] } | { error: string }

/**
 * What a backed-up question says, by the rules that every question keeps. What the backup doesn't say stays as it
 * is now.
 */
export function restoredContent(
  backup: BackedUpQuestion,
  current: StoredQuestion | undefined,
): RestoredContent {
  const sectionId =
    backup.sectionId === undefined && current === undefined ? backup.section : backup.sectionId
  const said = Object.entries({ ...backup, sectionId }).filter(([, value]) => value !== undefined)
  const whole = { ...(current && toVersion(current)), ...Object.fromEntries(said) }
  // Where a question is filed nowhere, a row says nothing.
  const parsed = questionRow.safeParse(
    Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null)),
  )
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { error: `${issue?.path.join('.')}: ${issue && issueText(issue)}` }
  }
  const { options, faults } = settleOptions(parsed.data)
  return faults[0] ? { error: faults[0].message } : { row: parsed.data, options }
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id in the bank: the backup's own, or, where that is none of ours, always the same one made from it. */
export function idInBank(backup: BackedUpQuestion): string {
  if (isUuid.test(backup.id)) return backup.id.toLowerCase()
  const hex = createHash('sha256')
    .update(JSON.stringify([backup.section, backup.id]))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
