import { uuid } from '@rehearse/contracts'
import { delay } from '@rehearse/service-kit'
import type { Db } from '../db/tables.ts'
import { isQuestion } from './question-repository.ts'
import { questionNotFound } from './refusals.ts'

/** Milliseconds: that a question was made is told by a message, which may come later than the upload for it. */
const patience = 2_000
const pause = 50

/** @throws {DomainError} not-found, `question_not_found` */
export async function requireQuestion(db: Db, id: string): Promise<void> {
  if (!uuid.safeParse(id).success) throw questionNotFound()
  for (const deadline = performance.now() + patience; !(await isQuestion(db, id)); await delay(pause)) {
    if (performance.now() > deadline) throw questionNotFound()
  }
}
