import { randomUUID } from 'node:crypto'
import { identitySubjects, type SignInProviderName } from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import type { LearnerRow, Trx } from '../db/tables.ts'
import { enterByIdentity, insertIdentity, lockIdentity } from './identity-repository.ts'
import { insertLearnerOf, lockLearnerByEmail, noteSignInWith } from './learner-repository.ts'
import { mergeProfile } from './merge-profile.ts'
import type { ToldPerson } from './provider.ts'
import { addressUnverified } from './refusals.ts'
import { takeBackAccount } from './take-back-account.ts'

/**
 * The account that somebody who signed in at a provider gets into: the one linked before, else the one with the same
 * verified address, else a new one. Progress and preferences are no part of it; of the profile, what the learner chose
 * stays (see `mergeProfile`).
 * @returns with whether its owner is in it for the first time
 * @throws {DomainError} 401 `address_unverified` for somebody new without a verified address
 */
export async function enterByProvider(
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
