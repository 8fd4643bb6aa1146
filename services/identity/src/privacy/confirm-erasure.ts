import { DomainError, type ErasureInput, type ErasureReceipt } from '@rehearse/contracts'
import { findToken } from '../email/account-token-repository.ts'
import { findLearner } from '../learners/learner-repository.ts'
import type { HashTurn, PasswordHasher } from '../passwords/password-hasher.ts'
import { invalidToken } from '../sessions/refusals.ts'
import type { Db } from '../tables.ts'
import { eraseLearner } from './erase-learner.ts'

interface Dependencies {
  db: Db
  passwords: PasswordHasher
}

/**
 * Forgets the learner who asks for it and shows that it is really them.
 * @throws {DomainError} 403 `wrong_password`, `wrong_code`; 401 `invalid_token`
 */
export async function confirmErasure(
  { db, passwords }: Dependencies,
  uid: string,
  { password, code }: ErasureInput,
  turn: HashTurn,
): Promise<ErasureReceipt> {
  const learner = await findLearner(db, uid)
  if (learner === undefined) throw invalidToken()
  if (password !== undefined && !(await passwords.matches(password, learner.password_hash, turn))) {
    throw refusal('wrong_password', 'The password is wrong')
  }
  if (code !== undefined && !(await isErasureCode(db, uid, code))) {
    throw refusal('wrong_code', 'This code is wrong, was used, or has run out')
  }
  const receipt = await eraseLearner(db, learner, null)
  if (receipt === undefined) throw invalidToken()
  return receipt
}

/** Used up only with the account itself, which takes its tokens along. */
async function isErasureCode(db: Db, uid: string, token: string): Promise<boolean> {
  const found = await findToken(db, { token, purpose: 'erase-account' })
  return found !== undefined && found.learner_id === uid && found.is_alive && found.used_at === null
}

const refusal = (code: string, message: string) => new DomainError({ kind: 'forbidden', code, message })
