import { createHash, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import type { SignInProviderName } from '@rehearse/contracts'
import { DomainError, identitySubjects } from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import { endTokens } from '../email/token-repository.ts'
import {
  openLearnerSession,
  type SignedInLearner,
  type SignInDependencies,
  tellOfNewDevice,
} from '../learners/sign-in.ts'
import type { AccountState } from '../limits/familiar-device.ts'
import type { Device } from '../sessions/device.ts'
import { endSessionsOf } from '../sessions/session.ts'
import type { Db, LearnerRow, Trx } from '../tables.ts'
import { mergeProfile } from './merge-profile.ts'
import type { SignInProvider, ToldPerson } from './provider.ts'
import {
  dropPassword,
  dropWaysOut,
  enterByIdentity,
  insertIdentity,
  insertLearnerOf,
  insertTransaction,
  lockIdentity,
  lockLearnerByEmail,
  noteSignInWith,
  takeTransaction,
} from './repository.ts'

/**
 * The PKCE verifier and the nonce that belong to a state. They are derived from it and a secret of the server, like a
 * refresh token's successor: any replica finds them again, and the database holds nothing worth stealing.
 */
type HandshakeSecrets = (state: string) => { codeVerifier: string; nonce: string }

/** @param secret the configured secret; the key used here is derived from it for this purpose alone */
export function handshakeSecrets(secret: string): HandshakeSecrets {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rehearse oauth handshake', 32))
  const derive = (purpose: string, state: string) =>
    createHmac('sha256', key).update(`${purpose} ${state}`).digest('base64url')
  return (state) => ({ codeVerifier: derive('verifier', state), nonce: derive('nonce', state) })
}

/** What is stored of a state, and of the browser's half. */
const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

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

/**
 * The account that somebody who signed in at a provider gets into: the one linked before, else the one with the same
 * verified address, else a new one. Progress and preferences are no part of it; of the profile, what the learner chose
 * stays (see `mergeProfile`).
 * @returns with whether its owner is in it for the first time
 * @throws {DomainError} 401 `address_unverified` for somebody new without a verified address
 */
async function enterByProvider(
  trx: Trx,
  provider: SignInProviderName,
  person: ToldPerson,
): Promise<{ learner: LearnerRow; isFirst: boolean }> {
  const id = { provider, subject: person.subject }
  await lockIdentity(trx, id)
  const known = await enterByIdentity(trx, id)
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
  const current = await noteSignInWith(trx, learner.uid, {
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
  person: ToldPerson,
): Promise<{ learner: LearnerRow; isFirst: boolean }> {
  const { verifiedEmail: email } = person
  if (email === null) throw addressUnverified()
  const made = await makeLearner(trx, provider, person, email)
  const learner = made ?? (await lockLearnerByEmail(trx, email))
  const isFirst = made !== undefined || !learner.is_email_verified
  if (!learner.is_email_verified) await takeBackAccount(trx, learner.uid)
  await insertIdentity(trx, { provider, subject: person.subject }, learner)
  return { learner, isFirst }
}

/** Undefined where the address has an account, however close the race. */
async function makeLearner(
  trx: Trx,
  provider: SignInProviderName,
  person: ToldPerson,
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

/**
 * Gives an account whose address nobody has ever proved to the one who now does. Whoever made it may have been waiting
 * for this: their password, sessions, mailed links and every other way in end here. What was learnt in it stays, for
 * mostly it is the same person.
 */
async function takeBackAccount(trx: Trx, uid: string): Promise<void> {
  await dropPassword(trx, uid)
  await endSessionsOf(trx, { kind: 'learner', subjectId: uid }, 'password-changed')
  // In this order: a mail that is being sent this moment waits, or its link is there to be ended.
  await dropWaysOut(trx, uid)
  await endTokens(trx, uid, ['verify-email', 'reset-password', 'confirm-email'])
}

const addressUnverified = (): DomainError =>
  new DomainError({
    kind: 'unauthenticated',
    code: 'address_unverified',
    message: 'The provider has not verified this e-mail address',
  })

/** Unknown, used, expired, or begun in another browser. */
const handshakeGone = (): DomainError =>
  new DomainError({
    kind: 'unauthenticated',
    code: 'handshake_gone',
    message: 'This sign-in was not begun here, or too long ago',
  })

export const providerNotOffered = (name: string): DomainError =>
  new DomainError({
    kind: 'not-found',
    code: 'provider_not_offered',
    message: `Signing in with ${name} is not offered here`,
  })
