import {
  DomainError,
  type ErasureInput,
  type ErasureReceipt,
  type LearnerErasedMessage,
  learnerErased,
  learnerErasureRequested,
  learnerErasureRequestedSubject,
} from '@rehearse/contracts'
import { type Backend, enqueue } from '@rehearse/service-kit'
import { queueMail } from '../email/repository.ts'
import { findToken } from '../email/token-repository.ts'
import { findLearner } from '../learners/repository.ts'
import type { HashQueueKey, PasswordHasher } from '../passwords/password-hasher.ts'
import { invalidToken } from '../sessions/errors.ts'
import { endSessionsOf } from '../sessions/session.ts'
import type { Db, LearnerRow, Tables } from '../tables.ts'
import { personalDataHolders } from './collect-personal-data.ts'
import {
  deleteLearner,
  type ErasureRow,
  findErasure,
  insertErasure,
  lockLearner,
  markErased,
} from './repository.ts'

/**
 * Erases a learner here and requests erasure from all other services. Their sessions end in the same transaction, so that
 * nothing new is written when the others start.
 * @param requestedBy the admin who requested it; null for the learner
 * @returns undefined if there is no such learner
 */
export async function eraseLearner(
  db: Db,
  learner: Pick<LearnerRow, 'uid'>,
  requestedBy: string | null,
): Promise<ErasureReceipt | undefined> {
  const id = await db.transaction().execute(async (trx) => {
    const { uid } = learner
    const current = await lockLearner(trx, uid)
    if (current === undefined) return undefined
    const id = await insertErasure(trx, { learnerId: uid, requestedBy }, personalDataHolders)
    await endSessionsOf(trx, { kind: 'learner', subjectId: uid }, 'account-erased')
    await enqueue(trx, [
      {
        subject: learnerErasureRequestedSubject,
        type: learnerErasureRequested.shape.type.value,
        version: learnerErasureRequested.shape.version.value,
        data: { learnerId: uid },
      },
    ])
    await deleteLearner(trx, current)
    await markErased(trx, { learnerId: uid, service: 'identity', at: new Date() })
    return id
  })
  const erasure = id === undefined ? undefined : await findErasure(db, id)
  return erasure && toReceipt(erasure)
}

/** @throws {DomainError} 404 `receipt_not_found` */
export async function readReceipt(db: Db, id: string): Promise<ErasureReceipt> {
  const erasure = await findErasure(db, id)
  if (erasure === undefined) {
    throw new DomainError({ kind: 'not-found', code: 'receipt_not_found', message: 'Receipt not found' })
  }
  return toReceipt(erasure)
}

function toReceipt({ id, requested_at, steps }: ErasureRow): ErasureReceipt {
  const done = steps.map(({ done_at }) => done_at?.toISOString() ?? null)
  const completedAt = done.reduce((latest, at) =>
    latest === null || at === null || latest > at ? latest : at,
  )
  return {
    id,
    requestedAt: requested_at.toISOString(),
    completedAt: done.includes(null) ? null : completedAt,
    services: steps.map(({ service }, place) => ({ service, doneAt: done[place] ?? null })),
  }
}

interface Dependencies {
  db: Db
  passwords: PasswordHasher
}

/**
 * Erases the signed-in learner after checking their password or code.
 * @throws {DomainError} 403 `wrong_password`, `wrong_code`; 401 `invalid_token`
 */
export async function confirmErasure(
  { db, passwords }: Dependencies,
  uid: string,
  { password, code }: ErasureInput,
  turn: HashQueueKey,
): Promise<ErasureReceipt> {
  const learner = await findLearner(db, uid)
  if (learner === undefined) throw invalidToken()
  if (password !== undefined && !(await passwords.matches(password, learner.password_hash, turn))) {
    throw forbidden('wrong_password', 'The password is wrong')
  }
  if (code !== undefined && !(await isErasureCode(db, uid, code))) {
    throw forbidden('wrong_code', 'This code is wrong, was used, or has run out')
  }
  const receipt = await eraseLearner(db, learner, null)
  if (receipt === undefined) throw invalidToken()
  return receipt
}

/** The code isn't marked as used, since erasing the account deletes its tokens. */
async function isErasureCode(db: Db, uid: string, token: string): Promise<boolean> {
  const found = await findToken(db, { token, purpose: 'erase-account' })
  return found !== undefined && found.learner_id === uid && found.is_alive && found.used_at === null
}

const forbidden = (code: string, message: string) => new DomainError({ kind: 'forbidden', code, message })

/**
 * Mails the code by which a learner without a password confirms the erasure.
 * @throws {DomainError} 401 `invalid_token`
 */
export async function sendErasureCode(db: Db, uid: string): Promise<void> {
  const learner = await findLearner(db, uid)
  if (learner === undefined) throw invalidToken()
  const mail = { learnerId: uid, recipient: learner.email, letter: { kind: 'erase-account' as const } }
  await db.transaction().execute((trx) => queueMail(trx, mail))
}

/** Records on the receipts which services have erased a learner. */
export function consumeErasureReports(backend: Backend<Tables>): void {
  for (const service of personalDataHolders) {
    if (service === 'identity') continue
    backend.consume<LearnerErasedMessage>({
      name: `identity-receipts-${service}`,
      schema: learnerErased,
      handle: async (messages, trx) => {
        for (const { data } of messages) {
          await markErased(trx, { learnerId: data.learnerId, service, at: new Date(data.erasedAt) })
        }
      },
    })
  }
}
