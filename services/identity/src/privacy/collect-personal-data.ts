import {
  DomainError,
  type LearnerExportPage,
  learnerExportPage,
  learnerExportSubject,
  type StreamOwner,
  streams,
} from '@rehearse/contracts'
import { ask, type Collections, type Nats, personalTable, readPersonalData } from '@rehearse/service-kit'
import type { Db, Tables } from '../tables.ts'

/** A page of a service's data about a learner. */
export interface PersonalDataPage extends Pick<LearnerExportPage, 'collection' | 'rows'> {
  service: StreamOwner
}

/** Milliseconds per page. */
const timeout = 10_000

/**
 * Requests all data about a learner from every service, page by page, so that only one page is in memory.
 * @throws {DomainError} 503 if a service doesn't respond
 */
export async function* collectPersonalData(
  { db, nats }: { db: Db; nats: Nats },
  learnerId: string,
): AsyncGenerator<PersonalDataPage> {
  for (const service of personalDataHolders) {
    let from: LearnerExportPage['next'] = null
    do {
      const request = { learnerId, from }
      const page: LearnerExportPage =
        service === 'identity'
          ? await readPersonalData(db, { collections }, request)
          : await requestPage(nats, service, request)
      yield { service, collection: page.collection, rows: page.rows }
      from = page.next
    } while (from !== null)
  }
}

async function requestPage(nats: Nats, service: StreamOwner, request: object): Promise<LearnerExportPage> {
  try {
    return learnerExportPage.parse(await ask(nats, learnerExportSubject(service), request, timeout))
  } catch (cause) {
    throw new DomainError({
      kind: 'unavailable',
      code: 'export_incomplete',
      message: 'Part of the data is unavailable right now, please try again later',
      retryAfterSeconds: 30,
      cause,
    })
  }
}

interface PersonalTable {
  whose: string
  orderedBy: readonly string[]
  /** Secrets and hashes, which aren't exported. */
  hidden?: readonly string[]
}

/** Identity's tables with personal data, as exported. A test checks that none is missing. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
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

async function collections(): Promise<Collections<Tables>> {
  const tables = Object.entries(personalTables)
  return Object.fromEntries(tables.map(([name, held]) => [name, personalTable<Tables>({ name, ...held })]))
}

/** Every service with a database, in the order of an export. */
export const personalDataHolders: readonly StreamOwner[] = [
  'identity',
  ...(Object.keys(streams) as StreamOwner[]).filter((name) => name !== 'identity'),
]
