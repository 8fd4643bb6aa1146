import type { Ids } from './fitting-value.ts'
import type { Operation } from './operations.ts'
import type { RandomSource } from './random-source.ts'

/** Ids of existing entities, by the list that contains them. */
export type KnownIds = ReadonlyMap<string, Ids>

/**
 * Reads every list whose items have endpoints of their own.
 * @param spared the email address of a user that no request may name
 */
export async function findKnownIds(
  url: string,
  operations: readonly Operation[],
  tokens: Readonly<Record<'learner' | 'superAdmin', string>>,
  spared: string,
): Promise<KnownIds> {
  const things = new Map<string, Ids>()
  const parents = new Set(operations.map(({ path }) => /^(.*?)\/\{/.exec(path)?.[1]))
  for (const { method, path, access } of operations) {
    if (method !== 'GET' || !parents.has(path)) continue
    const token = access === 'learner' ? tokens.learner : tokens.superAdmin
    const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok || !reply.headers.get('content-type')?.includes('json')) continue
    things.set(path, idsIn(await reply.json(), spared).slice(0, 40))
  }
  return things
}

/** Ids that a request may name, mostly of its own kind. */
export function idsFor(things: KnownIds, { path }: Operation, random: RandomSource): Ids {
  const own = things.get(/^(.*?)\/\{/.exec(path)?.[1] ?? '') ?? []
  const questions = things.get('/api/questions/unified') ?? []
  if (own.length > 0 && random.chance(0.7)) return own
  return random.chance(0.7) ? questions : [...things.values()].flat()
}

function idsIn(reply: unknown, spared: string): string[] {
  const lists = Object.values(reply as object).filter((value): value is object[] => Array.isArray(value))
  return lists.flat().flatMap((thing) => {
    const { id, uid, email } = thing as { id?: unknown; uid?: unknown; email?: unknown }
    if (email === spared) return []
    return [id, uid].filter((value): value is string => typeof value === 'string')
  })
}
