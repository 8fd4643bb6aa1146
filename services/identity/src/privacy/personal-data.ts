import { type Collections, personalTable } from '@rehearse/service-kit'
import type { Tables } from '../db/tables.ts'

interface Held {
  whose: string
  orderedBy: readonly string[]
  /** What would open something, or says nothing to anybody. */
  hidden?: readonly string[]
}

/** Every table of identity that holds something on a learner, as the learner may see it. A test finds what is missing. */
export const heldTables: Readonly<Record<string, Held>> = {
  learner: { whose: 'uid', orderedBy: ['uid'], hidden: ['password_hash'] },
  learner_preferences: { whose: 'learner_uid', orderedBy: ['learner_uid'] },
  identity: { whose: 'learner_uid', orderedBy: ['provider', 'subject'] },
  session: { whose: 'subject_id', orderedBy: ['created_at', 'id'] },
  push_subscription: {
    whose: 'learner_uid',
    orderedBy: ['created_at', 'endpoint'],
    hidden: ['auth', 'p256dh'],
  },
  mail: { whose: 'learner_id', orderedBy: ['created_at', 'id'] },
  account_token: { whose: 'learner_id', orderedBy: ['purpose', 'expires_at', 'id'], hidden: ['token_hash'] },
  unsubscribe_token: { whose: 'learner_id', orderedBy: ['subscription'], hidden: ['token_hash'] },
  practice: { whose: 'learner_id', orderedBy: ['last_practised_at'] },
  reminder: { whose: 'learner_id', orderedBy: ['day'] },
}

export async function collections(): Promise<Collections<Tables>> {
  const tables = Object.entries(heldTables)
  return Object.fromEntries(tables.map(([name, held]) => [name, personalTable<Tables>({ name, ...held })]))
}
