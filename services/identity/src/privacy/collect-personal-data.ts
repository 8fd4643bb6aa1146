import {
  DomainError,
  type LearnerExportPage,
  learnerExportPage,
  learnerExportSubject,
  type StreamOwner,
} from '@rehearse/contracts'
import { ask, type Nats, readPersonalData } from '@rehearse/service-kit'
import type { Db } from '../db/tables.ts'
import { collections } from './personal-data.ts'
import { personalDataHolders } from './services.ts'

/** A page of what a service holds on a learner, and whose it is. */
export interface HeldPage extends Pick<LearnerExportPage, 'collection' | 'rows'> {
  service: StreamOwner
}

/** Milliseconds that a service may take for one page. */
const patience = 10_000

/**
 * Asks every service for all it holds on a learner, page by page: as much is in memory as one message holds.
 * @throws {DomainError} 503 when a service doesn't answer
 */
export async function* collectPersonalData(
  { db, nats }: { db: Db; nats: Nats },
  learnerId: string,
): AsyncGenerator<HeldPage> {
  for (const service of personalDataHolders) {
    let from: LearnerExportPage['next'] = null
    do {
      const request = { learnerId, from }
      const page: LearnerExportPage =
        service === 'identity'
          ? await readPersonalData(db, { collections }, request)
          : await askForPage(nats, service, request)
      yield { service, collection: page.collection, rows: page.rows }
      from = page.next
    } while (from !== null)
  }
}

async function askForPage(nats: Nats, service: StreamOwner, request: object): Promise<LearnerExportPage> {
  try {
    return learnerExportPage.parse(await ask(nats, learnerExportSubject(service), request, patience))
  } catch (cause) {
    throw new DomainError({
      kind: 'unavailable',
      code: 'export_incomplete',
      message: 'Not everything that we hold can be reached now, please try again',
      retryAfterSeconds: 30,
      cause,
    })
  }
}
