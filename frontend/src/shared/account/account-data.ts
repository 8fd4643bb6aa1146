import { STORAGE_KEYS } from '../constants.ts'
import { currentLearnerId, idIn, readJson, storage, user } from '../storage.ts'

export interface StoredValue {
  /** The parsed value; null if nothing is stored. */
  read(): unknown
  write(value: unknown): void
  remove(): void
}

/** A value stored on this device for the current learner, or for visitors. No other account sees it. */
export const learnerData = (name: string): StoredValue => storedUnder(() => `${name}@${currentLearnerId()}`)

/** Set while a new account is offered the visitor's answers and its onboarding: a reload shows the offer again. */
export const signUpOffer = learnerData('sign_up_offer')

/** A value stored on this device for the current admin. */
export const adminData = (name: string): StoredValue =>
  storedUnder(() => `${name}@admin:${adminHere() ?? 'none'}`)

export const adminHere = (): string | undefined => (user.admin ??= idIn(STORAGE_KEYS.adminSession, 'id'))

function storedUnder(key: () => string): StoredValue {
  return {
    read: () => readJson(key()),
    write: (value) => storage.write(key(), JSON.stringify(value)),
    remove: () => storage.remove(key()),
  }
}

/** Moves what a visitor wrote before signing in to the account, unless the account already has such data. */
export function adoptVisitorData(): void {
  const uid = currentLearnerId()
  for (const key of storedKeys()) {
    const [name, owner] = splitKey(key)
    if (owner !== 'visitor') continue
    const own = `${name}@${uid}`
    if (storage.read(own) === null) storage.write(own, storage.read(key) ?? '')
    storage.remove(key)
  }
}

/** Removes data that earlier versions stored without an owner: it may be anyone's. */
export function dropUnownedData(): void {
  const unowned =
    /^(?:interview_under_way|interview_reports|challenge_code_.+|question_drafts|content_drafts_.+)$/
  for (const key of storedKeys()) if (unowned.test(key) && splitKey(key)[1] === undefined) storage.remove(key)
}

/** @throws if another account has signed in since: data of this one must not be sent under its session */
export function expectSignedIn(uid: string): void {
  if (user.left || (idIn(STORAGE_KEYS.profile, 'uid') ?? uid) !== uid) throw new Error('another account')
}

export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function splitKey(key: string): [name: string, owner: string | undefined] {
  const at = key.lastIndexOf('@')
  return at === -1 ? [key, undefined] : [key.slice(0, at), key.slice(at + 1)]
}
