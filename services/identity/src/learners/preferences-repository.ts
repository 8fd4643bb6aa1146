import { type Preferences, preferencesInput } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

/** What a learner prefers; a preference that came into being after they chose has its default. */
export async function findPreferences(db: Db, uid: string): Promise<Preferences> {
  const row = await db
    .selectFrom('learner_preferences')
    .select('preferences')
    .where('learner_uid', '=', uid)
    .executeTakeFirst()
  return preferencesInput.parse(row?.preferences ?? {})
}

/** Keeps preferences; false when they were these already. */
export async function storePreferences(trx: Trx, uid: string, preferences: Preferences): Promise<boolean> {
  const stored = JSON.stringify(preferences)
  const written = await trx
    .insertInto('learner_preferences')
    .values({ learner_uid: uid, preferences: stored })
    .onConflict((conflict) =>
      conflict
        .column('learner_uid')
        .doUpdateSet({ preferences: stored, updated_at: sql<Date>`now()` })
        .where('learner_preferences.preferences', 'is distinct from', sql<Preferences>`excluded.preferences`),
    )
    .returning('learner_uid')
    .executeTakeFirst()
  return written !== undefined
}

/** Makes writers of the same learner's preferences take turns, so that a change of one never undoes another's. */
export async function lockPreferences(trx: Trx, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`preferences ${uid}`}, 0))`.execute(trx)
}
