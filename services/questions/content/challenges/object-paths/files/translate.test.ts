import { describe, expect, test } from 'vitest'
import { createTranslate, type Paths, type Translation } from './translate'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T
type Extends<A, B> = A extends B ? true : false

interface Messages {
  save: string
  cart: { title: string; empty: string; items: { one: string; other: string } }
  errors: { network: { offline: { text: string } } }
}

const english = {
  save: 'Save',
  cart: { title: 'Cart', empty: 'Nothing here yet', items: { one: 'One item', other: 'Several items' } },
  errors: { network: { offline: { text: 'You are offline' } } },
} satisfies Messages

const literal = { home: { title: 'Home', body: 'Welcome' }, ok: 'OK' } as const

export type PathCases = [
  Expect<Equal<Paths<{ a: string }>, 'a'>>,
  Expect<Equal<Paths<{ a: string; b: string }>, 'a' | 'b'>>,
  Expect<Equal<Paths<{ a: { b: string } }>, 'a.b'>>,
  Expect<
    Equal<
      Paths<Messages>,
      'save' | 'cart.title' | 'cart.empty' | 'cart.items.one' | 'cart.items.other' | 'errors.network.offline.text'
    >
  >,
  Expect<Equal<Paths<typeof literal>, 'home.title' | 'home.body' | 'ok'>>,
  Expect<Equal<Paths<{ a: {}; b: { c: string; d: {} } }>, 'b.c'>>,
  Expect<Equal<Paths<{ title: 'A' | 'B'; 'two words': { 'first-name': string } }>, 'title' | 'two words.first-name'>>,
]

type German = Translation<Messages>
export type TranslationCases = [
  Expect<Extends<{}, German>>,
  Expect<Extends<{ save: string }, German>>,
  Expect<Extends<{ cart: {} }, German>>,
  Expect<Extends<{ cart: { items: { one: string } } }, German>>,
  Expect<Extends<{ errors: { network: { offline: {} } } }, German>>,
  Expect<Extends<Messages, German>>,
  Expect<Extends<{ save: undefined; cart: { title: undefined } }, German>>,
  Expect<Equal<Extends<{ save: number }, German>, false>>,
  Expect<Equal<Extends<{ cart: string }, German>, false>>,
  Expect<Equal<Extends<{ save: { title: string } }, German>, false>>,
  Expect<Equal<Extends<{ errors: { network: { offline: { text: number } } } }, German>, false>>,
  Expect<Extends<{ home: { title: 'Start' }; ok: string }, Translation<typeof literal>>>,
  Expect<Equal<Extends<{ ok: 1 }, Translation<typeof literal>>, false>>,
]

export function errors() {
  const t = createTranslate(english, {})
  // @ts-expect-error This is the path of an object.
  t('cart')
  // @ts-expect-error There is no such path.
  t('cart.name')
  // @ts-expect-error The path goes on after a text.
  t('save.title')
  // @ts-expect-error There is no such path.
  t('')
  // @ts-expect-error The key doesn't exist in the messages.
  createTranslate(english, { cart: { titel: 'Warenkorb' } })
  // @ts-expect-error A text is a string.
  createTranslate(english, { cart: { title: 1 } })
}

describe('translate', () => {
  test('returns the text of the translation', () => {
    const t = createTranslate(english, { save: 'Speichern', cart: { title: 'Warenkorb', items: { one: 'Ein Artikel' } } })
    expect([t('save'), t('cart.title'), t('cart.items.one')]).toEqual(['Speichern', 'Warenkorb', 'Ein Artikel'])
  })

  test('falls back to the messages if a text is missing', () => {
    const t = createTranslate(english, { cart: { title: 'Warenkorb', items: { one: 'Ein Artikel' } } })
    expect([t('save'), t('cart.empty'), t('cart.items.other')]).toEqual(['Save', 'Nothing here yet', 'Several items'])
  })

  test('falls back to the messages if an object is missing', () => {
    const t = createTranslate(english, { save: 'Speichern' })
    expect([t('cart.title'), t('errors.network.offline.text')]).toEqual(['Cart', 'You are offline'])
    expect(createTranslate(english, {})('cart.items.one')).toBe('One item')
    expect(createTranslate(english, { errors: { network: {} } })('errors.network.offline.text')).toBe('You are offline')
  })

  test('undefined is missing', () => {
    const t = createTranslate(english, { save: undefined, cart: { title: undefined, items: undefined }, errors: undefined })
    expect([t('save'), t('cart.title'), t('cart.items.one')]).toEqual(['Save', 'Cart', 'One item'])
    expect(t('errors.network.offline.text')).toBe('You are offline')
  })

  test('an empty string is a text', () => {
    const t = createTranslate({ unit: 'pcs.', cart: { hint: 'Free shipping' }, note: '' }, { unit: '', cart: { hint: '' } })
    expect([t('unit'), t('cart.hint'), t('note')]).toEqual(['', '', ''])
  })

  test('keys can be names of inherited properties', () => {
    const roles = { constructor: 'Builder', toString: 'Text', group: { valueOf: 'Value', hasOwnProperty: 'Owner' } }
    const t = createTranslate(roles, { group: {} } as {})
    expect([t('constructor'), t('toString'), t('group.valueOf')]).toEqual(['Builder', 'Text', 'Value'])
    expect(t('group.hasOwnProperty')).toBe('Owner')
  })

  test('several languages do not share texts', () => {
    const german = createTranslate(english, { save: 'Speichern' })
    const french = createTranslate(english, { cart: { title: 'Panier' } })
    expect([german('save'), german('cart.title')]).toEqual(['Speichern', 'Cart'])
    expect([french('save'), french('cart.title')]).toEqual(['Save', 'Panier'])
  })

  test('both objects stay unchanged', () => {
    const messages = { save: 'Save', cart: { title: 'Cart', empty: 'Empty' } }
    const translation = { cart: { title: 'Warenkorb' } }
    const t = createTranslate(messages, translation)
    expect([t('save'), t('cart.title'), t('cart.empty')]).toEqual(['Save', 'Warenkorb', 'Empty'])
    expect(messages).toEqual({ save: 'Save', cart: { title: 'Cart', empty: 'Empty' } })
    expect(translation).toEqual({ cart: { title: 'Warenkorb' } })
    const frozen = Object.freeze({ cart: Object.freeze({ title: 'Cart' }) })
    expect(createTranslate(frozen, Object.freeze({ cart: Object.freeze({}) }))('cart.title')).toBe('Cart')
  })

  test('texts of literal types', () => {
    const t = createTranslate(literal, { home: { title: 'Start' } })
    const text = t('home.title')
    const typed: Expect<Equal<typeof text, string>> = true
    expect([typed, text, t('home.body'), t('ok')]).toEqual([true, 'Start', 'Welcome', 'OK'])
  })
})
