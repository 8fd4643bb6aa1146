import { describe, expect, test } from 'vitest'
import { type Account, mergeAccounts } from './merge-accounts'

/** Accounts with a letter per email: `Ada ab` has the emails a and b. */
const parse = (texts: string[]): Account[] =>
  texts.map((text) => {
    const [name, emails = ''] = text.split(' ')
    return { name, emails: [...emails] }
  })
const merge = (...texts: string[]) => mergeAccounts(parse(texts)).map(({ name, emails }) => `${name} ${emails.join('')}`)

describe('people', () => {
  test('no accounts give no people', () => {
    expect(mergeAccounts([])).toEqual([])
  })

  test('accounts without a common email stay apart', () => {
    expect(merge('Ada a', 'Bob b', 'Eve e')).toEqual(['Ada a', 'Bob b', 'Eve e'])
  })

  test('accounts with a common email belong together', () => {
    expect(
      mergeAccounts([
        { name: 'Ada', emails: ['ada@work.com', 'ada@home.com'] },
        { name: 'Bob', emails: ['bob@work.com'] },
        { name: 'Ada', emails: ['ada@home.com', 'a@king.org'] },
      ]),
    ).toEqual([
      { name: 'Ada', emails: ['a@king.org', 'ada@home.com', 'ada@work.com'] },
      { name: 'Bob', emails: ['bob@work.com'] },
    ])
  })

  test('a later account joins two people', () => {
    expect(merge('Ada a', 'Ada b', 'Ada ab')).toEqual(['Ada ab'])
    expect(merge('Ada ab', 'Bob cd', 'Eve ef', 'Ada fa', 'Ada dx')).toEqual(['Ada abef', 'Bob cdx'])
    expect(merge('P ab', 'P cd', 'P ef', 'P gh', 'P bc', 'P fg', 'P he', 'P ah')).toEqual(['P abcdefgh'])
  })

  test('chains in any order', () => {
    expect(merge('Ada ab', 'Ada bc', 'Ada cd', 'Ada de')).toEqual(['Ada abcde'])
    expect(merge('Ada de', 'Ada bc', 'Ada cd', 'Ada ab')).toEqual(['Ada abcde'])
    expect(merge('Ada cd', 'Eve x', 'Ada ab', 'Ada bc', 'Eve xy')).toEqual(['Ada abcd', 'Eve xy'])
  })

  test('the same name does not make the same person', () => {
    expect(merge('Ada a', 'Ada b', 'Ada bc')).toEqual(['Ada a', 'Ada bc'])
  })

  test('accounts without emails', () => {
    expect(merge('Ada', 'Bob b', 'Ada', 'Bob bc')).toEqual(['Ada ', 'Bob bc', 'Ada '])
  })

  test('the same account twice', () => {
    expect(merge('Ada ab', 'Ada ab')).toEqual(['Ada ab'])
    const account = { name: 'Ada', emails: ['a'] }
    expect(mergeAccounts([account, account])).toEqual([account])
  })
})

describe('results', () => {
  test('emails are sorted, each once', () => {
    expect(merge('Ada cab', 'Ada dac')).toEqual(['Ada abcd'])
    expect(merge('Ada aba')).toEqual(['Ada ab'])
    expect(mergeAccounts([{ name: 'Ada', emails: ['b@x.com', 'B@x.com', 'a10@x.com', 'a9@x.com'] }])[0].emails).toEqual([
      'B@x.com',
      'a10@x.com',
      'a9@x.com',
      'b@x.com',
    ])
  })

  test('the name is that of the first account', () => {
    expect(merge('Ada a', 'Countess b', 'Lovelace ab')).toEqual(['Ada ab'])
    expect(merge('Zoe cd', 'Ada ab', 'Bob bc')).toEqual(['Zoe abcd'])
  })

  test('people are in the order of their first accounts', () => {
    expect(merge('Zoe z', 'Ada a', 'Eve e', 'Ada ab', 'Eve ef', 'Zoe zy')).toEqual(['Zoe yz', 'Ada ab', 'Eve ef'])
    expect(merge('A x', 'B y', 'C z', 'D zx')).toEqual(['A xz', 'B y'])
  })

  test('names of inherited properties are emails like any other', () => {
    const accounts = ['constructor', '__proto__', 'toString'].map((email) => ({ name: email, emails: [email] }))
    expect(mergeAccounts(accounts)).toEqual(accounts)
  })
})

test('the accounts stay unchanged', () => {
  const accounts = parse(['Ada cb', 'Ada ba', 'Bob d'])
  mergeAccounts(accounts)
  expect(accounts).toEqual(parse(['Ada cb', 'Ada ba', 'Bob d']))
  const frozen = accounts.map(({ name, emails }) => Object.freeze({ name, emails: Object.freeze(emails) as string[] }))
  expect(mergeAccounts(Object.freeze(frozen))).toHaveLength(2)
  const result = mergeAccounts(accounts)
  result[1].emails.push('x')
  expect(accounts[2].emails).toEqual(['d'])
})

describe('steps', () => {
  const methods = ['some', 'find', 'findIndex', 'filter', 'includes', 'indexOf'].map((name) => `Array.prototype.${name}`)
  const names = [...methods, 'SetIterator.next', 'MapIterator.next']

  test.each(['apart', 'in a chain', 'in a chain from the end', 'with one email'])('400 accounts %s', (kind) => {
    const numbers = Array.from({ length: 400 }, (_, n) => (kind === 'in a chain from the end' ? 399 - n : n))
    let reads = 0
    const accounts = numbers.map((n) => {
      const last = kind === 'apart' ? `b${n}` : kind === 'with one email' ? 'shared' : `a${n + 1}`
      const emails = new Proxy([`a${n}`, last], {
        get(target, key) {
          if (typeof key === 'string' && /^\d/.test(key)) reads += 1
          return Reflect.get(target, key)
        },
      })
      return { name: `n${n}`, emails }
    })
    const before = names.map(countCalls)
    const people = mergeAccounts(accounts)
    const calls = names.map(countCalls).map((count, index) => count - before[index])
    expect(people).toHaveLength(kind === 'apart' ? 400 : 1)
    // 800 emails, and some loops over them.
    expect(reads).toBeLessThanOrEqual(8_000)
    expect(Math.max(...calls)).toBeLessThanOrEqual(16_000)
  })
})
