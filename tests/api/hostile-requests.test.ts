import { expect, inject, test } from 'vitest'
import { fuzz } from '../fuzz/fuzz.ts'

/**
 * The same requests each time. `npm run test:deep` sends others and more of them, to a platform of its own, where they
 * may name what others made.
 */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122)

test(`1,000 hostile requests, five to every documented call (FUZZ_SEED=${seed}), are refused or served in good order`, {
  timeout: 120_000,
}, async () => {
  const { url, admin } = inject('platform')
  const report = await fuzz({ url, boss: admin, seed, requests: 1_000, reach: 'own' })
  expect(report.complaints).toEqual([])
  expect(report.untouched).toEqual([])
})
