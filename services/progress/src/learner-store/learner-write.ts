import { DomainError } from '@rehearse/contracts/errors'
import type { NewEvent, StreamHead } from '@rehearse/event-store'
import type { Learner } from '../learner/learner.ts'
import type { Trx } from '../tables.ts'

/** What is to be recorded of a learner, and how they stand when it is. */
export interface LearnerWrite {
  head: StreamHead
  learner: Learner
  events: readonly NewEvent[]
  /** Done in the transaction that records the events, after them; not where they are recorded already. */
  alongside?: ((trx: Trx) => Promise<void>) | undefined
}

/** How often a lost race (another replica recorded something of the same learner) is run again. */
const racesRun = 5

/** Runs an attempt that may lose a race again, from reading on. */
export async function againAfterLostRace<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let race = 1; ; race += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLostRace(error) || race === racesRun) throw error
    }
  }
}

/** @throws {DomainError} gone, for a learner who was erased */
export function refuseErased(head: StreamHead): void {
  if (!head.isErased) return
  throw new DomainError({ kind: 'gone', code: 'account_erased', message: 'This account has been deleted' })
}

const lostRace = 'expected_version_mismatch'
const recordedAlready = 'This was recorded meanwhile'

/** A fact that was to be recorded is recorded already: a race that was lost to whoever sent it before. */
export const takenBefore = (): DomainError =>
  new DomainError({ kind: 'conflict', code: lostRace, message: recordedAlready })

export const isTakenBefore = (error: unknown): boolean =>
  isLostRace(error) && error.message === recordedAlready

export const isLostRace = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === lostRace
