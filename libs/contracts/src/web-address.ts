import { z } from 'zod'

/**
 * Whether a URL has a user name or password: `https://known.example@evil.example/` looks like a link to a site that it
 * doesn't lead to. Also an empty one, and after any number of slashes, as browsers read it.
 */
export function hasUserInfo(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username !== '' || password !== '' || /^\s*[a-z][a-z\d+.-]*:[\\/]*[^\\/?#]*@/i.test(address)
}

const noUserInfo = 'must not contain a user name or password'

/** Every URL in a body: never `javascript:` and the like, and never with a user name. */
export const addressOf = (protocol: RegExp, max: number, error?: string) =>
  z
    .url({ protocol, ...(error !== undefined && { error }) })
    .max(max)
    .refine((address) => !hasUserInfo(address), noUserInfo)

/** A URL that a page may link to. */
export const webAddress = addressOf(/^https?$/, 2_000)

/** One that was stored, perhaps by a version that accepted user names. */
export const storedAddress = z.url({ protocol: /^https?$/ }).max(2_000)
