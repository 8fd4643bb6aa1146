import type { ImportResult } from '@rehearse/contracts'
import type { Db } from '../db/tables.ts'
import { once } from '../idempotency/once.ts'
import { type Import, importQuestions, rehearseImport } from '../imports/import-questions.ts'

/** Runs an import, or only tries it, and puts the outcome in the specification's words. */
export async function answerImport(
  db: Db,
  given: Import,
  { key, dryRun }: { key: string | undefined; dryRun: boolean },
) {
  if (dryRun) return reply(await rehearseImport(db, given))
  const { actor, read, onDuplicate } = given
  return once(db, { actor, key, request: ['import', onDuplicate, read] }, async (trx) =>
    reply(await importQuestions(trx, given)),
  )
}

const reply = (data: ImportResult) => ({ success: true as const, data, message: messageOf(data) })

function messageOf({ success, failed, skipped, errors }: ImportResult): string {
  if (success + skipped === 0 && failed > 0) {
    return `Failed to import questions: ${errors.map(({ error }) => error).join(', ')}`
  }
  return `${success} questions added successfully! ${failed} failed.`
}
