import { describe, expect, test } from 'vitest'
import { Trie, type TrieNode } from './trie'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

function create(...words: string[]): Trie {
  const trie = new Trie()
  for (const word of words) trie.add(word)
  return trie
}

/** All nodes below a node, with the node. */
const nodesOf = (node: TrieNode): TrieNode[] => [node, ...[...node.children.values()].flatMap(nodesOf)]

/** Counts how often the children of nodes are read from now on. */
function countVisits(trie: Trie): () => number {
  let visits = 0
  for (const node of nodesOf(trie.root)) {
    const { children } = node
    Object.defineProperty(node, 'children', {
      get() {
        visits += 1
        return children
      },
    })
  }
  return () => visits
}

/** The words aaa, aab, … zzz. */
const letters = [...'abcdefghijklmnopqrstuvwxyz']
const allWords = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three)))

describe('nodes', () => {
  test('a character is a step to a child', () => {
    const { root } = create('to')
    const t = root.children.get('t')
    const o = t?.children.get('o')
    expect([root.isWord, t?.isWord, o?.isWord, o?.children.size]).toEqual([false, false, true, 0])
  })

  test('words share the nodes of a common prefix', () => {
    const { root } = create('tea', 'ten', 'to', 'a')
    expect(nodesOf(root)).toHaveLength(7)
    expect([...root.children.keys()].sort()).toEqual(['a', 't'])
    expect(nodesOf(root).filter(({ isWord }) => isWord)).toHaveLength(4)
  })

  test('a prefix can be added after a longer word', () => {
    const { root } = create('tent', 'ten')
    expect(nodesOf(root)).toHaveLength(5)
    expect(nodesOf(root).map(({ isWord }) => isWord)).toEqual([false, false, false, true, true])
  })
})

describe('has', () => {
  test('finds words', () => {
    const trie = create('tea', 'ten', 'tent')
    expect(['tea', 'ten', 'tent'].map((word) => trie.has(word))).toEqual([true, true, true])
  })

  test('a prefix is no word', () => {
    const trie = create('tent')
    expect(['', 't', 'te', 'ten', 'tents', 'x', 'xent'].map((word) => trie.has(word))).toEqual(Array(7).fill(false))
    trie.add('te')
    expect(['t', 'te', 'ten', 'tent'].map((word) => trie.has(word))).toEqual([false, true, false, true])
  })

  test('upper and lower case are different characters', () => {
    expect(create('Tea').has('tea')).toBe(false)
  })
})

describe('search', () => {
  test('finds the words with the prefix', () => {
    const trie = create('tea', 'ten', 'to', 'inn', 'attend')
    expect(trie.search('te', 10)).toEqual(['tea', 'ten'])
    expect(trie.search('i', 10)).toEqual(['inn'])
    expect(trie.search('at', 10)).toEqual(['attend'])
  })

  test('a word begins with itself', () => {
    expect(create('ten', 'tent', 'tenant').search('ten', 10)).toEqual(['ten', 'tenant', 'tent'])
    expect(create('to').search('to', 1)).toEqual(['to'])
  })

  test('every word begins with the empty string', () => {
    expect(create('b', 'ab', 'a').search('', 10)).toEqual(['a', 'ab', 'b'])
  })

  test('returns an empty array if no word has the prefix', () => {
    expect(create('tea').search('tex', 10)).toEqual([])
    expect(create('tea').search('teas', 10)).toEqual([])
    expect(create('tea').search('xa', 10)).toEqual([])
    expect(create().search('', 10)).toEqual([])
  })

  test('sorts the words, whatever the order in which they were added', () => {
    const words = ['tent', 'tea', 'te', 'tez', 'Ten', 'te-a', 'tenth', 'té', 't1', 'ten', 't10', 't2']
    expect(create(...words).search('', 20)).toEqual([...words].sort())
    expect(create(...words.toReversed()).search('', 20)).toEqual([...words].sort())
    expect(create('b', 'c', 'a').search('', 2)).toEqual(['a', 'b'])
  })

  test('returns at most as many words as the limit', () => {
    const trie = create('ten', 'tent', 'tea', 'tenth')
    expect([0, 1, 2, 3, 4, 5].map((limit) => trie.search('te', limit).length)).toEqual([0, 1, 2, 3, 4, 4])
    expect(trie.search('te', 3)).toEqual(['tea', 'ten', 'tent'])
    expect(trie.search('ten', 1)).toEqual(['ten'])
    expect(trie.search('ten', 0)).toEqual([])
  })

  test('returns each word once', () => {
    const trie = create('tea', 'tea', 'ten', 'tea')
    expect(trie.search('t', 10)).toEqual(['tea', 'ten'])
    trie.add('ten')
    expect(trie.search('t', 10)).toEqual(['tea', 'ten'])
  })

  test('finds words that were added after a search', () => {
    const trie = create('ten')
    expect(trie.search('t', 10)).toEqual(['ten'])
    trie.add('tea')
    expect(trie.search('t', 10)).toEqual(['tea', 'ten'])
    expect(trie.search('t', 10)).toEqual(['tea', 'ten'])
  })

  test('names of inherited properties are words like any other', () => {
    const trie = create('__proto__', 'constructor')
    expect([trie.has('constructor'), trie.has('toString')]).toEqual([true, false])
    expect(trie.search('_', 5)).toEqual(['__proto__'])
  })

  test('ends as soon as it has enough words', () => {
    const trie = create(...allWords)
    const visits = countVisits(trie)
    expect(trie.search('', 3)).toEqual(['aaa', 'aab', 'aac'])
    expect(visits()).toBeLessThanOrEqual(500)
  })

  test('visits only the nodes below the prefix', () => {
    const trie = create(...allWords)
    const visits = countVisits(trie)
    expect(trie.search('zy', 30)).toHaveLength(26)
    expect(visits()).toBeLessThanOrEqual(500)
  })
})

describe('types', () => {
  test('are those of the task', () => {
    const trie = create('a')
    const [found, known] = [trie.search('a', 1), trie.has('a')]
    sameType<typeof found, string[]>(true)
    sameType<typeof known, boolean>(true)
    sameType<typeof trie.root, TrieNode>(true)
    expect(found).toEqual(['a'])
  })
})
