import { expect, inject, test } from 'vitest'
import { fuzz } from '../fuzz/fuzz.ts'

/**
 * A fixed seed here. `npm run test:deep` sends other and more requests to its own platform, where they may name any
 * entity.
 */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122)

test(`1,000 hostile requests, five per documented endpoint (FUZZ_SEED=${seed}), are rejected or served correctly`, async () => {
  const { url, admin } = inject('platform')
  const report = await fuzz({ url, boss: admin, seed, requests: 1_000, reach: 'own' })
  expect(report.complaints).toEqual([])
  expect(report.untouched).toEqual([])
})
