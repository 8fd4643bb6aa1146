import { expect, test } from 'vitest'
import { personName } from './common.ts'

test('a name may be of any script, but not turn the text after it', () => {
  const name = personName(20)
  for (const fine of ['Ann', 'José', 'عائشة', '\u200fדוד'])
    expect(name.safeParse(fine).success, fine).toBe(true)
  for (const turn of [
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ]) {
    expect(name.safeParse(`Ann ${turn}nimda`).success, JSON.stringify(turn)).toBe(false)
  }
})
