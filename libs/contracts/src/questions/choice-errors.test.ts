import { describe, expect, test } from 'vitest'
import { choiceErrors } from './choice-errors.ts'

const errorsOf = (...texts: string[]) =>
  choiceErrors({ options: texts.map((text) => ({ text })) }).map(({ message }) => message)

describe('options', () => {
  test.each([
    ['identical', '10', '10'],
    ['with another number of spaces', 'a b', 'a  b'],
    ['composed and decomposed', 'é', 'e\u0301'],
    ['with an invisible character', 'a', 'a\u200b'],
    ['with other quotes', "don't", 'don’t'],
    ['with another dash', 'a-b', 'a–b'],
    ['full-width', '10', '１０'],
    ['with Arabic marks', 'كتاب', 'كِتاب'],
    ['with identical code', '`a  b`', '`a  b`'],
  ])('%s: are named as the same', (_name, one, other) => {
    expect(errorsOf('first', one, 'third', other)).toEqual([
      'Options b and d are the same. Only `code` is compared exactly.',
    ])
  })

  test.each([
    ['10', '10³'],
    ['Map', 'map'],
    ['`a b`', '`a  b`'],
    ['`-`', '`–`'],
    ['1/2', '½'],
    ['ـَ', 'ـُ'],
    ['+', '-'],
  ])('%j and %j differ', (one, other) => {
    expect(errorsOf(one, other)).toEqual([])
  })

  test.each(['\u200b', '\u00a0', '\ufeff', '` `', '```\n```', '\u3164'])(
    '%j would be shown empty',
    (text) => {
      expect(errorsOf('one', text)).toEqual(['Option b would be shown empty'])
    },
  )
})

describe('the items of a typed answer', () => {
  const pairs = (rows: readonly [string, string][], extra: string[] = []) => ({
    kind: 'pairs' as const,
    pairs: rows.map(([left, right]) => ({ left, right })),
    extra,
  })
  test.each([
    [
      'equal left sides',
      pairs([
        ['a b', 'x'],
        ['a\u00a0b', 'y'],
      ]),
      'Two pairs have the same left side',
    ],
    [
      'two spellings of a right side',
      pairs([
        ['a', "don't"],
        ['b', 'don’t'],
      ]),
      'Two choices are the same',
    ],
    [
      'an extra choice like a right side',
      pairs(
        [
          ['a', 'x'],
          ['b', 'y'],
        ],
        ['x\u200b'],
      ),
      'Two choices are the same',
    ],
    [
      'an empty left side',
      pairs([
        ['\u200b', 'x'],
        ['b', 'y'],
      ]),
      'An item or a choice would be shown empty',
    ],
    [
      'an empty choice',
      pairs(
        [
          ['a', 'x'],
          ['b', 'y'],
        ],
        ['\u2060'],
      ),
      'An item or a choice would be shown empty',
    ],
    [
      'an empty accepted text',
      { kind: 'text' as const, accepted: ['a', '\u200b'] },
      'An accepted answer would be shown empty',
    ],
  ])('%s', (_name, answer, message) => {
    expect(choiceErrors({ answer })).toEqual([{ path: 'answer', message }])
  })

  test('several pairs may have the same right side', () => {
    expect(
      choiceErrors({
        answer: pairs([
          ['a', 'x'],
          ['b', 'x'],
          ['c', 'y'],
        ]),
      }),
    ).toEqual([])
  })
})
