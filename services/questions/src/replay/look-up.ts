import type { QuestionLookupReply, QuestionLookupRequest } from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import { replayedVersion } from './replay.ts'
import { readVersion } from './replay-repository.ts'

/** What is told of one version of a question, or of its newest. */
export async function lookUp(db: Db, wanted: QuestionLookupRequest): Promise<QuestionLookupReply> {
  const version = await readVersion(db, wanted)
  return { message: version === undefined ? null : replayedVersion(version).message }
}
