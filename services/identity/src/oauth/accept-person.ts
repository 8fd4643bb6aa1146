import { email, photoAddress } from '@rehearse/contracts'
import type { ToldPerson } from './provider.ts'

interface Told {
  subject: string
  /** Verified, or left out. */
  email: string | null | undefined
  name: string | null | undefined
  photo: string | null | undefined
}

const nameMax = 100

/** What a provider told, in our own terms. What isn't fit to be kept is left out rather than refused. */
export function acceptPerson(told: Told): ToldPerson {
  if (told.subject === '') throw new Error('the provider did not say who signed in')
  const address = email.safeParse(told.email)
  const photo = photoAddress.safeParse(told.photo)
  return {
    subject: told.subject,
    verifiedEmail: address.success ? address.data : null,
    name: printable(told.name ?? '') || null,
    photo: photo.success ? photo.data : null,
  }
}

/** Control characters and halves of surrogate pairs come in names, but not into the database. */
function printable(name: string): string {
  const plain = name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
  return Array.from(plain).slice(0, nameMax).join('').trim()
}
