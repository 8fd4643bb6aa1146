import { describe, expect, test } from 'vitest'
import { type Change, diffLines } from './diff-lines'

const signs = { same: ' ', removed: '-', added: '+' }

/** One letter per line, with a sign before each that isn't the same: `a -b +x`. */
const diff = (before: string, after: string) =>
  diffLines([...before].join('\n'), [...after].join('\n'))
    .map(({ type, line }) => `${signs[type].trim()}${line}`)
    .join(' ')

const textOf = (changes: Change[], without: Change['type']) =>
  changes
    .filter(({ type }) => type !== without)
    .map(({ line }) => line)
    .join('\n')

const countSame = (changes: Change[]) => changes.filter(({ type }) => type === 'same').length

/** The length of the longest common subsequence. */
function commonLength(before: string[], after: string[]): number {
  let row = after.map(() => 0)
  for (const line of before) {
    const next: number[] = []
    for (const [j, other] of after.entries()) {
      const left = next[j - 1] ?? 0
      next.push(line === other ? (row[j - 1] ?? 0) + 1 : Math.max(row[j], left))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** An added line is never right before a removed one. */
const isOrdered = (changes: Change[]) =>
  changes.every(({ type }, index) => type !== 'removed' || changes[index - 1]?.type !== 'added')

/** Texts of the same numbers each time. */
function createRandom(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
}

describe('changes', () => {
  test('the example', () => {
    expect(diffLines('a\nb\nc', 'a\nx\nc\nd')).toEqual([
      { type: 'same', line: 'a' },
      { type: 'removed', line: 'b' },
      { type: 'added', line: 'x' },
      { type: 'same', line: 'c' },
      { type: 'added', line: 'd' },
    ])
  })

  test('equal texts', () => {
    expect(diff('abc', 'abc')).toBe('a b c')
    expect(diff('a', 'a')).toBe('a')
  })

  test('lines were added', () => {
    expect(diff('bd', 'abcde')).toBe('+a b +c d +e')
  })

  test('lines were removed', () => {
    expect(diff('abcde', 'bd')).toBe('-a b -c d -e')
  })

  test('nothing is the same', () => {
    expect(diff('ab', 'xyz')).toBe('-a -b +x +y +z')
  })

  test('several lines were replaced', () => {
    expect(diff('abcd', 'axyd')).toBe('a -b -c +x +y d')
    expect(diff('abcz', 'xyzw')).toBe('-a -b -c +x +y z +w')
    expect(diff('kabl', 'mxyzn')).toBe('-k -a -b -l +m +x +y +z +n')
  })

  test('a line is compared completely', () => {
    expect(diffLines('let a', 'let a ').map(({ type }) => type)).toEqual(['removed', 'added'])
    expect(diffLines('Let a', 'let a').map(({ type }) => type)).toEqual(['removed', 'added'])
    expect(diffLines(' a', 'a').map(({ type, line }) => [type, line])).toEqual([
      ['removed', ' a'],
      ['added', 'a'],
    ])
  })
})

describe('empty texts and lines', () => {
  test('an empty text has no lines', () => {
    expect(diffLines('', '')).toEqual([])
    expect(diff('', 'ab')).toBe('+a +b')
    expect(diff('ab', '')).toBe('-a -b')
  })

  test('empty lines are lines', () => {
    expect(diffLines('a\n\nb', 'a\nb')).toEqual([
      { type: 'same', line: 'a' },
      { type: 'removed', line: '' },
      { type: 'same', line: 'b' },
    ])
    expect(diffLines('a', 'a\n')).toEqual([
      { type: 'same', line: 'a' },
      { type: 'added', line: '' },
    ])
    expect(diffLines('\n', '')).toEqual([
      { type: 'removed', line: '' },
      { type: 'removed', line: '' },
    ])
  })
})

describe('as many lines as possible', () => {
  test.each([
    ['xabc', 'abcx', 3],
    ['abcdef', 'fabcde', 5],
    ['abcabba', 'cbabac', 4],
    ['axbxcx', 'xaxbxc', 5],
    ['aabb', 'abab', 3],
    ['bananas', 'ananas', 6],
    ['abcxyz', 'xyzabc', 3],
    ['abcd', 'dcba', 1],
    ['aaa', 'aaaaa', 3],
    ['ab', 'ba', 1],
  ])('%s and %s', (before, after, common) => {
    const changes = diffLines([...before].join('\n'), [...after].join('\n'))
    expect(countSame(changes)).toBe(common)
    expect(changes).toHaveLength(before.length + after.length - common)
  })

  test('a line that moved is removed and added', () => {
    const changes = diffLines('a\nb\nc\nd', 'b\nc\nd\na')
    expect(changes.map(({ type, line }) => type + line)).toEqual(['removeda', 'sameb', 'samec', 'samed', 'addeda'])
  })
})

test('random texts', () => {
  const next = createRandom(3)
  for (let round = 0; round < 150; round += 1) {
    const create = () => Array.from({ length: 1 + next(8) }, () => 'abcd'[next(2 + (round % 3))])
    const [before, after] = [create(), create()]
    const changes = diffLines(before.join('\n'), after.join('\n'))
    expect(textOf(changes, 'added')).toBe(before.join('\n'))
    expect(textOf(changes, 'removed')).toBe(after.join('\n'))
    expect(countSame(changes)).toBe(commonLength(before, after))
    expect(isOrdered(changes)).toBe(true)
  }
})

test('removed lines come before added ones', () => {
  expect(diff('abxcd', 'efxgh')).toBe('-a -b +e +f x -c -d +g +h')
  expect(isOrdered(diffLines('a\nb\nc\nd\ne', 'v\nb\nw\nx\ny'))).toBe(true)
})

test('texts of some hundred lines', () => {
  const next = createRandom(5)
  const before = Array.from({ length: 300 }, () => `line ${next(40)}`)
  const after = Array.from({ length: 280 }, () => `line ${next(40)}`)
  const changes = diffLines(before.join('\n'), after.join('\n'))
  expect(countSame(changes)).toBe(commonLength(before, after))
  expect(textOf(changes, 'added')).toBe(before.join('\n'))
  expect(textOf(changes, 'removed')).toBe(after.join('\n'))
})
