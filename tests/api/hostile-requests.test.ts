import { expect, inject, test } from 'vitest'
import { fuzz } from '../fuzz/fuzz.ts'

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** `npm run test:deep` sends more of them, to a platform of its own, where they may name what others made. */
test(`1,000 hostile requests, five to every documented call (FUZZ_SEED=${seed}), are refused or served in good order`, {
  timeout: 120_000,
}, async () => {
  const { url, admin } = inject('platform')
  const report = await fuzz({ url, boss: admin, seed, requests: 1_000, reach: 'own' })
  expect(report.complaints).toEqual([])
  expect(report.untouched).toEqual([])
})
