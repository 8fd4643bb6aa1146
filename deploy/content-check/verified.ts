import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** Hashes of the questions and challenges that passed the last full run, one per line. */
const file = new URL('verified.txt', import.meta.url)

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

export const readVerified = (): ReadonlySet<string> => new Set(readFileSync(file, 'utf8').trim().split('\n'))

export const writeVerified = (hashes: readonly string[]): void =>
  writeFileSync(file, `${[...new Set(hashes)].sort().join('\n')}\n`)
