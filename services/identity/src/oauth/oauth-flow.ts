import { randomBytes } from 'node:crypto'
import type { SignInProviderName } from '@rehearse/contracts'
import type { Db } from '../db/tables.ts'
import {
  openLearnerSession,
  type SignedInLearner,
  type SignInDependencies,
} from '../learners/open-session.ts'
import { tellOfNewDevice } from '../learners/tell-of-new-device.ts'
import type { AccountState } from '../limits/familiar-device.ts'
import type { Device } from '../sessions/device.ts'
import { enterByProvider } from './enter-by-provider.ts'
import { type HandshakeSecrets, hashOfSecret } from './handshake-secrets.ts'
import type { SignInProvider } from './provider.ts'
import { handshakeGone } from './refusals.ts'
import { insertTransaction, takeTransaction } from './transaction-repository.ts'

/** Seconds from being sent to a provider until coming back: time to find one's password, and no more. */
export const TRANSACTION_TTL = 10 * 60

export interface OauthDependencies extends SignInDependencies {
  secretsOf: HandshakeSecrets
}

/**
 * Begins a sign-in at a provider.
 * @param from `browser`: the secret in this browser's cookie, so that nobody can be signed in by a link from elsewhere
 * @returns where to send the browser
 */
export async function beginSignIn(
  { db, secretsOf }: { db: Db; secretsOf: HandshakeSecrets },
  provider: SignInProvider,
  from: { browser: string; redirectUri: string; returnPath: string },
): Promise<URL> {
  const state = newSecret()
  const address = await provider.addressFor({ state, redirectUri: from.redirectUri, ...secretsOf(state) })
  await insertTransaction(
    db,
    { ...keysOf(provider.name, state, from.browser), returnPath: from.returnPath },
    TRANSACTION_TTL,
  )
  return address
}

/**
 * Takes the transaction of a browser that came back, so that nobody can come back with it again.
 * @returns where to go on
 * @throws {DomainError} 401 `handshake_gone`
 */
export async function takeReturn(
  db: Db,
  provider: SignInProviderName,
  { state, browser }: { state: string; browser: string },
): Promise<{ returnPath: string }> {
  const taken = await takeTransaction(db, keysOf(provider, state, browser))
  if (taken === undefined || taken.isExpired) throw handshakeGone()
  return taken
}

/** Ends a sign-in at a provider: finds out who it is, and opens a session for them. */
export async function completeSignIn(
  dependencies: OauthDependencies,
  provider: SignInProvider,
  returned: { state: string; answer: URLSearchParams; redirectUri: string },
  from: { device: Device; isFamiliarTo(account: AccountState): boolean },
): Promise<SignedInLearner> {
  const { state, answer, redirectUri } = returned
  const person = await provider.whoCameBack(answer, { state, redirectUri, ...dependencies.secretsOf(state) })
  return openLearnerSession(dependencies, from.device, async (trx) => {
    const { learner, isFirst } = await enterByProvider(trx, provider.name, person)
    const { email, password_hash: passwordHash } = learner
    const isKnown = isFirst || from.isFamiliarTo({ kind: 'learner', email, passwordHash })
    if (!isKnown) await tellOfNewDevice(trx, learner, from.device)
    return learner
  })
}

/** 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

const keysOf = (provider: SignInProviderName, state: string, browser: string) => ({
  provider,
  stateHash: hashOfSecret(state),
  browserHash: hashOfSecret(browser),
})
