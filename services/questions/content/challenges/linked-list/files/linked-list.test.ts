import { describe, expect, test } from 'vitest'
import { LinkedList, type ListNode } from './linked-list'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

const create = (letters: string) => {
  const list = new LinkedList<string>()
  for (const letter of letters) list.append(letter)
  return list
}

/** At most 20 nodes, in case the links form a cycle. */
function nodesOf<T>(list: LinkedList<T>): ListNode<T>[] {
  const nodes: ListNode<T>[] = []
  for (let node = list.head; node && nodes.length < 20; node = node.next) nodes.push(node)
  return nodes
}

/** The values along the links, and of the tail. */
const linksOf = <T>(list: LinkedList<T>) => {
  const nodes = nodesOf(list)
  expect(list.tail).toBe(nodes.at(-1) ?? null)
  return nodes.map(({ value }) => value)
}

/** Counts how often `next` of the nodes that exist now is read. */
function countReads<T>(list: LinkedList<T>): () => number {
  let reads = 0
  const nodes: ListNode<T>[] = []
  for (let node = list.head; node && nodes.length < 200; node = node.next) nodes.push(node)
  for (const node of nodes) {
    let { next } = node
    Object.defineProperty(node, 'next', {
      get() {
        reads += 1
        return next
      },
      set(value) {
        next = value
      },
    })
  }
  return () => reads
}

test('a new list is empty', () => {
  const list = new LinkedList<number>()
  expect([list.head, list.tail]).toEqual([null, null])
  expect([...list]).toEqual([])
})

describe('append', () => {
  test('adds nodes at the end', () => {
    const list = new LinkedList<number>()
    list.append(1)
    expect(linksOf(list)).toEqual([1])
    list.append(2)
    list.append(1)
    expect(linksOf(list)).toEqual([1, 2, 1])
    expect(list.tail?.next).toBe(null)
  })

  test('returns the list', () => {
    const list = new LinkedList<number>()
    expect(list.append(1)).toBe(list)
    expect([...list.append(2).append(3)]).toEqual([1, 2, 3])
  })

  test('does not walk through the list', () => {
    const list = create('abcdefghij')
    const reads = countReads(list)
    list.append('k').append('l')
    expect(reads()).toBeLessThanOrEqual(6)
    expect(linksOf(list).join('')).toBe('abcdefghijkl')
  })
})

describe('remove', () => {
  test.each([
    ['a', 'bcd'],
    ['b', 'acd'],
    ['d', 'abc'],
  ])('removes %s', (letter, rest) => {
    const list = create('abcd')
    const others = nodesOf(list).filter(({ value }) => value !== letter)
    expect(list.remove(letter)).toBe(true)
    expect(linksOf(list).join('')).toBe(rest)
    expect(nodesOf(list).every((node, index) => node === others[index])).toBe(true)
    expect(linksOf(list.append('e')).join('')).toBe(`${rest}e`)
  })

  test('removes the only node', () => {
    const list = create('a')
    expect(list.remove('a')).toBe(true)
    expect([list.head, list.tail]).toEqual([null, null])
    expect(linksOf(list.append('b'))).toEqual(['b'])
  })

  test('removes the first of equal values only', () => {
    const list = create('abcb')
    const [first, , third, last] = nodesOf(list)
    expect(list.remove('b')).toBe(true)
    expect(nodesOf(list).map((node) => [first, third, last].indexOf(node))).toEqual([0, 1, 2])
    list.remove('b')
    expect(linksOf(list)).toEqual(['a', 'c'])
    const twins = create('aa')
    const [, second] = nodesOf(twins)
    twins.remove('a')
    expect(nodesOf(twins)[0]).toBe(second)
    expect(linksOf(twins)).toEqual(['a'])
  })

  test('returns false for a value that is not there', () => {
    const list = create('abc')
    expect(list.remove('x')).toBe(false)
    expect(linksOf(list)).toEqual(['a', 'b', 'c'])
    expect(create('').remove('a')).toBe(false)
  })

  test('compares objects by identity', () => {
    const [first, second] = [{ id: 1 }, { id: 1 }]
    const list = new LinkedList<{ id: number }>().append(first).append(second)
    expect([list.remove({ id: 1 }), list.remove(second)]).toEqual([false, true])
    expect(linksOf(list)[0]).toBe(first)
  })

  test('compares with ===, without converting values', () => {
    const list = new LinkedList<unknown>().append(0).append('').append(null).append(undefined).append('1')
    expect([list.remove(false), list.remove(1), list.remove(undefined), list.remove(0)]).toEqual([false, false, true, true])
    expect(linksOf(list)).toEqual(['', null, '1'])
    const numbers = new LinkedList<number>().append(Number.NaN).append(0)
    expect([numbers.remove(Number.NaN), numbers.remove(-0)]).toEqual([false, true])
  })
})

describe('reverse', () => {
  test('relinks the same nodes', () => {
    const list = create('abcd')
    const nodes = nodesOf(list)
    expect(list.reverse()).toBe(list)
    expect(linksOf(list).join('')).toBe('dcba')
    expect(nodesOf(list).map((node) => nodes.indexOf(node))).toEqual([3, 2, 1, 0])
    expect(list.tail?.next).toBe(null)
  })

  test('the list can be used as before', () => {
    const list = create('abc').reverse()
    expect(linksOf(list.append('d')).join('')).toBe('cbad')
    list.remove('c')
    expect(linksOf(list).join('')).toBe('bad')
    expect(linksOf(list.reverse()).join('')).toBe('dab')
  })

  test('reverses lists of no, one, and two nodes', () => {
    expect(linksOf(create('').reverse())).toEqual([])
    expect(linksOf(create('a').reverse())).toEqual(['a'])
    expect(linksOf(create('ab').reverse())).toEqual(['b', 'a'])
  })

  test('takes O(n) time', () => {
    const list = new LinkedList<number>()
    for (let n = 0; n < 100; n += 1) list.append(n)
    const reads = countReads(list)
    list.reverse()
    expect(reads()).toBeLessThanOrEqual(400)
    expect([list.head?.value, list.tail?.value]).toEqual([99, 0])
  })
})

describe('iteration', () => {
  test('yields the values in order', () => {
    const values: string[] = []
    for (const value of create('abc')) values.push(value)
    expect(values).toEqual(['a', 'b', 'c'])
  })

  test('yields values that are falsy', () => {
    expect([...new LinkedList<unknown>().append(0).append(undefined).append('').append(null)]).toEqual([0, undefined, '', null])
  })

  test('starts again each time', () => {
    const list = create('abc')
    for (const _ of list) break
    expect([[...list].join(''), [...list].join('')]).toEqual(['abc', 'abc'])
    const pairs: string[] = []
    for (const one of list) for (const other of list) pairs.push(one + other)
    expect(pairs.join(' ')).toBe('aa ab ac ba bb bc ca cb cc')
  })
})

test('handles tens of thousands of nodes', () => {
  const short = create('abcdefghij')
  const reads = countReads(short)
  short.append('k').reverse()
  // A walk for each node would take too long below.
  expect(reads()).toBeLessThanOrEqual(50)
  const list = new LinkedList<number>()
  for (let n = 0; n < 50_000; n += 1) list.append(n)
  expect([list.reverse().head?.value, list.tail?.value]).toEqual([49_999, 0])
  let count = 0
  for (const _ of list) {
    count += 1
    if (count > 50_000) break
  }
  expect(count).toBe(50_000)
  expect([list.remove(0), list.tail?.value]).toEqual([true, 1])
})

describe('types', () => {
  test('follow from the type parameter', () => {
    const list = new LinkedList<'a' | 'b'>().append('a')
    sameType<typeof list.head, ListNode<'a' | 'b'> | null>(true)
    for (const value of list) sameType<typeof value, 'a' | 'b'>(true)
    const removed = list.remove('b')
    sameType<typeof removed, boolean>(true)
    expect(linksOf(list.reverse())).toEqual(['a'])
  })
})

export function errors(list: LinkedList<number>) {
  // @ts-expect-error The value has another type.
  list.append('a')
  // @ts-expect-error The value has another type.
  list.remove('a')
}
