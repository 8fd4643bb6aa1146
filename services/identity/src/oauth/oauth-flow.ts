import { createHash, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { DomainError, identitySubjects, type SignInProviderName } from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import { reclaimAccount } from '../learners/reclaim-account.ts'
import {
  openLearnerSession,
  queueNewDeviceMail,
  type SignedInLearner,
  type SignInDependencies,
} from '../learners/sign-in.ts'
import type { AccountState } from '../limits/familiar-device.ts'
import type { Device } from '../sessions/device.ts'
import type { Db, LearnerRow, Trx } from '../tables.ts'
import { mergeProfile } from './merge-profile.ts'
import type { ProviderProfile, SignInProvider } from './provider.ts'
import {
  consumeTransaction,
  findLearnerByIdentity,
  insertIdentity,
  insertLearnerOf,
  insertTransaction,
  lockIdentity,
  lockLearnerByEmail,
  recordProviderSignIn,
} from './repository.ts'

/**
 * The PKCE verifier and the nonce of a state, derived from it and a server secret: any replica can compute them, and the
 * database holds no secrets.
 */
type HandshakeSecrets = (state: string) => { codeVerifier: string; nonce: string }

/** @param secret the configured secret; this key is derived from it */
export function handshakeSecrets(secret: string): HandshakeSecrets {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rehearse oauth handshake', 32))
  const derive = (purpose: string, state: string) =>
    createHmac('sha256', key).update(`${purpose} ${state}`).digest('base64url')
  return (state) => ({ codeVerifier: derive('verifier', state), nonce: derive('nonce', state) })
}

/** The stored form of a state and of the browser's secret. */
const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Seconds to complete a sign-in at the provider. */
export const TRANSACTION_TTL = 10 * 60

export interface OauthDependencies extends SignInDependencies {
  secretsOf: HandshakeSecrets
}

/**
 * Starts a sign-in with a provider.
 * @param from `browser`: the secret in this browser's cookie, which prevents login CSRF
 * @returns the URL to redirect to
 */
export async function beginSignIn(
  { db, secretsOf }: { db: Db; secretsOf: HandshakeSecrets },
  provider: SignInProvider,
  from: { browser: string; redirectUri: string; returnPath: string },
): Promise<URL> {
  const state = newSecret()
  const address = await provider.authorizationUrl({
    state,
    redirectUri: from.redirectUri,
    ...secretsOf(state),
  })
  await insertTransaction(
    db,
    { ...keysOf(provider.name, state, from.browser), returnPath: from.returnPath },
    TRANSACTION_TTL,
  )
  return address
}

/**
 * Consumes the transaction of a callback, so that it can't be replayed.
 * @returns where to redirect after the sign-in
 * @throws {DomainError} 401 `handshake_gone`
 */
export async function consumeCallback(
  db: Db,
  provider: SignInProviderName,
  { state, browser }: { state: string; browser: string },
): Promise<{ returnPath: string }> {
  const taken = await consumeTransaction(db, keysOf(provider, state, browser))
  if (taken === undefined || taken.isExpired) throw signInExpired()
  return taken
}

/** Completes a sign-in with a provider: fetches the profile and opens a session. */
export async function completeSignIn(
  dependencies: OauthDependencies,
  provider: SignInProvider,
  returned: { state: string; answer: URLSearchParams; redirectUri: string },
  from: { device: Device; isFamiliarTo(account: AccountState): boolean },
): Promise<SignedInLearner> {
  const { state, answer, redirectUri } = returned
  const person = await provider.fetchProfile(answer, { state, redirectUri, ...dependencies.secretsOf(state) })
  return openLearnerSession(dependencies, from.device, async (trx) => {
    const { learner, isFirst } = await findOrCreateLearner(trx, provider.name, person)
    const { email, password_hash: passwordHash } = learner
    const isKnown = isFirst || from.isFamiliarTo({ kind: 'learner', email, passwordHash })
    if (!isKnown) await queueNewDeviceMail(trx, learner, from.device)
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

/**
 * The account for a provider's user: the linked one, otherwise the one with the same verified email, otherwise a new
 * one. Profile fields that the learner chose stay (see `mergeProfile`).
 * @returns the learner, and whether this is the owner's first sign-in
 * @throws {DomainError} 401 `address_unverified` for a new user without a verified email
 */
async function findOrCreateLearner(
  trx: Trx,
  provider: SignInProviderName,
  person: ProviderProfile,
): Promise<{ learner: LearnerRow; isFirst: boolean }> {
  const id = { provider, subject: person.subject }
  await lockIdentity(trx, id)
  const known = await findLearnerByIdentity(trx, id)
  const { learner, isFirst } = known
    ? { learner: known, isFirst: false }
    : await linkIdentity(trx, provider, person)
  const { name, photo } = mergeProfile(
    {
      name: { value: learner.display_name, from: learner.name_from },
      photo: { value: learner.photo_url, from: learner.photo_from },
    },
    person,
    provider,
  )
  const current = await recordProviderSignIn(trx, learner.uid, {
    display_name: name.value,
    name_from: name.from,
    photo_url: photo.value,
    photo_from: photo.from,
  })
  return { learner: current, isFirst }
}

async function linkIdentity(
  trx: Trx,
  provider: SignInProviderName,
  person: ProviderProfile,
): Promise<{ learner: LearnerRow; isFirst: boolean }> {
  const { verifiedEmail: email } = person
  if (email === null) throw addressUnverified()
  const made = await createLearner(trx, provider, person, email)
  const learner = made ?? (await lockLearnerByEmail(trx, email))
  const isFirst = made !== undefined || !learner.is_email_verified
  if (!learner.is_email_verified) await reclaimAccount(trx, learner.uid)
  await insertIdentity(trx, { provider, subject: person.subject }, learner)
  return { learner, isFirst }
}

/** Undefined if the address has an account, even in a race. */
async function createLearner(
  trx: Trx,
  provider: SignInProviderName,
  person: ProviderProfile,
  email: string,
): Promise<LearnerRow | undefined> {
  const learner = await insertLearnerOf(trx, provider, { uid: randomUUID(), email, name: person.name })
  if (learner === undefined) return undefined
  await enqueue(trx, [
    {
      subject: identitySubjects.learnerRegistered,
      type: 'LearnerRegistered',
      version: 1,
      data: { learnerId: learner.uid },
    },
  ])
  return learner
}

const addressUnverified = (): DomainError =>
  new DomainError({
    kind: 'unauthenticated',
    code: 'address_unverified',
    message: 'The provider has not verified this email address',
  })

/** The state is unknown, used, expired, or from another browser. */
const signInExpired = (): DomainError =>
  new DomainError({
    kind: 'unauthenticated',
    code: 'handshake_gone',
    message: 'This sign-in was started in another browser or too long ago',
  })

export const providerNotOffered = (name: string): DomainError =>
  new DomainError({
    kind: 'not-found',
    code: 'provider_not_offered',
    message: `Sign-in with ${name} is not available here`,
  })
