import { createHash } from 'node:crypto'

/** Numbers from 0 (included) to 1 (excluded). */
export type RandomNumbers = () => number

/** The same numbers for the same seed (sfc32, PractRand-tested, seeded with SHA-256); without one, new each time. */
export function randomNumbers(seed: string | undefined): RandomNumbers {
  if (seed === undefined) return Math.random
  const digest = createHash('sha256').update(seed).digest()
  let a = digest.readInt32LE(0)
  let b = digest.readInt32LE(4)
  let c = digest.readInt32LE(8)
  let counter = digest.readInt32LE(12)
  return () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
}
