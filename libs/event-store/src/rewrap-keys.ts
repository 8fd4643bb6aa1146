import type { Kysely } from 'kysely'
import type { EventTables } from './event.ts'
import { createVault, type VaultSecrets } from './vault.ts'

const keysAtOnce = 500

/**
 * Rewraps every key that was wrapped with the previous secret with the current one, while events are appended and
 * streams erased. Afterwards the previous secret isn't needed anymore. Can be run again after an interruption.
 * Requires the tables' owner.
 * @returns the number of keys, and of those that were rewrapped
 * @throws when a key was wrapped with neither secret
 */
export async function rewrapKeys<Tables extends EventTables>(
  db: Kysely<Tables>,
  secrets: VaultSecrets,
): Promise<{ keys: number; rewrapped: number }> {
  const vault = createVault(secrets)
  const tables = db as unknown as Kysely<EventTables>
  const counts = { keys: 0, rewrapped: 0 }
  let after = ''
  for (;;) {
    const rows = await tables
      .selectFrom('stream_key')
      .select(['stream_id', 'wrapped_key'])
      .where('stream_id', '>', after)
      .orderBy('stream_id')
      .limit(keysAtOnce)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return counts
    for (const { stream_id: streamId, wrapped_key: wrappedKey } of rows) {
      const rewrapped = vault.rewrap(streamId, wrappedKey)
      counts.keys += 1
      if (rewrapped === null) continue
      // An update doesn't restore rows that were erased in the meantime.
      await tables
        .updateTable('stream_key')
        .set({ wrapped_key: rewrapped })
        .where('stream_id', '=', streamId)
        .execute()
      counts.rewrapped += 1
    }
    after = last.stream_id
  }
}
