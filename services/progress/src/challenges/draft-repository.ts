import { type ChallengeDraft, QUOTAS, quotaExceeded } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { ReadCollection } from '@rehearse/service-kit'
import { type Selectable, sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import { lockSealedTexts, requireSeal, type Seal } from '../learner-store/sealed-text-repository.ts'
import { charge } from '../learner-store/usage-repository.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'

type Row = Selectable<ProgressTables['learner_challenge_draft']>

interface Place {
  learnerId: string
  challengeId: string
}

const noDraft: ChallengeDraft = { files: [], revision: 0, updatedAt: null }

/** A learner's draft of a challenge; without files and with revision 0 if there is none. */
export async function readDraft(db: Db, log: EventLog, place: Place): Promise<ChallengeDraft> {
  const row = await db
    .selectFrom('learner_challenge_draft')
    .selectAll()
    .where('learner_id', '=', place.learnerId)
    .where('challenge_id', '=', place.challengeId)
    .executeTakeFirst()
  if (row === undefined) return noDraft
  const seal = await log.sealOf<ProgressTables>(db, learnerStream(place.learnerId))
  return { ...opened(seal, row), revision: row.revision, updatedAt: row.updated_at.toISOString() }
}

/**
 * Stores a draft that is based on the stored revision. One that is stored already, as after a lost response, is left
 * unchanged.
 * @returns the stored draft, and whether it is another one than given
 * @throws {DomainError} conflict, `quota_exceeded`; gone, `account_erased`
 */
export async function storeDraft(
  trx: Trx,
  log: EventLog,
  place: Place,
  { files, revision }: Pick<ChallengeDraft, 'files' | 'revision'>,
  at: Date,
): Promise<{ draft: ChallengeDraft; isConflict: boolean }> {
  const { learnerId, challengeId } = place
  await lockSealedTexts(trx, learnerId)
  const stored = await readDraft(trx, log, place)
  if (JSON.stringify(stored.files) === JSON.stringify(files)) return { draft: stored, isConflict: false }
  if (stored.revision !== revision) return { draft: stored, isConflict: true }
  const seal = await requireSeal(trx, log, learnerId)
  const bytes = Buffer.byteLength(JSON.stringify(files))
  await charge(trx, learnerId, [{ quota: 'challenge-drafts', amount: bytes, countsInTotal: false }], at)
  await sql`
    insert into learner_challenge_draft (learner_id, challenge_id, revision, bytes, sealed)
    values (${learnerId}, ${challengeId}, 1, ${bytes}, ${seal.close(nameOf(challengeId), { files })})
    on conflict (learner_id, challenge_id) do update set
      revision = learner_challenge_draft.revision + 1, bytes = excluded.bytes, sealed = excluded.sealed,
      updated_at = now()`.execute(trx)
  const { rows } = await sql<{ bytes: number }>`
    select sum(bytes)::float8 as bytes from learner_challenge_draft where learner_id = ${learnerId}`.execute(
    trx,
  )
  if ((rows[0]?.bytes ?? 0) > QUOTAS['challenge-drafts'].total)
    throw quotaExceeded('challenge-drafts', 'total')
  return { draft: await readDraft(trx, log, place), isConflict: false }
}

/** A learner's decrypted drafts, for their export. */
export const draftCollection =
  (log: EventLog): ReadCollection<ProgressTables> =>
  async (db: Db, learnerId, { after, limit }) => {
    const rows = await db
      .selectFrom('learner_challenge_draft')
      .selectAll()
      .where('learner_id', '=', learnerId)
      .where('challenge_id', '>', after ?? '')
      .orderBy('challenge_id')
      .limit(limit)
      .execute()
    const seal = rows.length > 0 ? await log.sealOf(db, learnerStream(learnerId)) : undefined
    return {
      rows: rows.map((row) => ({
        challengeId: row.challenge_id,
        updatedAt: row.updated_at.toISOString(),
        ...opened(seal, row),
      })),
      next: rows.length === limit ? (rows.at(-1)?.challenge_id ?? null) : null,
    }
  }

/** Without a key, as after an erasure, nothing is left of a draft. */
const opened = (seal: Seal | undefined, { challenge_id, sealed }: Row): Pick<ChallengeDraft, 'files'> =>
  (seal?.open(nameOf(challenge_id), sealed) ?? { files: [] }) as Pick<ChallengeDraft, 'files'>

const nameOf = (challengeId: string): string => `draft/${challengeId}`
