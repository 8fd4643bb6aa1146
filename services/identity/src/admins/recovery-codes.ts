import { createHash, randomBytes } from 'node:crypto'

const howMany = 10
/** Crockford's base 32: no letters that could be taken for digits, and 5 bits each. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 80 bits, so that the stored hashes can't be reversed by trying codes. */
const characters = 16

/** Ten codes like `8k2m-v0qx-71pd-zt4w`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, newRecoveryCode)

function newRecoveryCode(): string {
  const letters = [...randomBytes(characters)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return (letters.match(/.{4}/g) ?? []).join('-')
}

/** As a code is stored; capitals, spaces and hyphens make no difference. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest()
