import { test } from 'vitest'

/** Whether the long forms run as well: `npm run test:deep`. */
export const isDeep = process.env.TEST_DEPTH === 'deep'

/** A test of `npm run test:deep` only, beside the shorter ones of its subject. */
export function deepTest(name: string, run: () => Promise<void>): void {
  if (isDeep) test(name, run)
}

/** All of them in `npm run test:deep`, else only the first ones. */
export const someOf = <Item>(all: readonly Item[], count = 1): readonly Item[] =>
  isDeep ? all : all.slice(0, count)
