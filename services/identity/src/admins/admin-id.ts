import { randomInt } from 'node:crypto'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const randomCharacters = 9

/** `admin_`, the time in milliseconds, nine random characters: the form that the specification gives. */
export function newAdminId(now: Date): string {
  const suffix = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)])
  return `admin_${now.getTime()}${suffix.join('')}`
}
