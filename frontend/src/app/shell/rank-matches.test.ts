import { expect, test } from 'vitest'
import { rankMatches } from './rank-matches.ts'

const entries = [
  { title: 'Flexbox', text: 'Layout in one direction' },
  { title: 'Todo List', words: ['challenge'] },
  { title: 'Event loop' },
]
const found = (typed: string) => {
  const { named, mentioned } = rankMatches(entries, typed)
  return [...named, ...mentioned].map(({ title }) => title)
}

test.each([
  ['flxbox', 'a missing letter'],
  ['flexxbox', 'an extra letter'],
  ['flaxbox', 'a wrong letter'],
  ['felxbox', 'swapped letters'],
  ['flexbxo', 'swapped letters at the end'],
])('%s finds Flexbox despite %s', (typed) => expect(found(typed)).toEqual(['Flexbox']))

test('every word may have a typo, also in other words and in the text', () => {
  expect(found('evnet lop')).toEqual([])
  expect(found('evnet loop')).toEqual(['Event loop'])
  expect(found('chalenge')).toEqual(['Todo List'])
  expect(found('layuot')).toEqual(['Flexbox'])
})

test('another first letter is another word', () => {
  expect(rankMatches([{ title: 'Observable' }, { title: 'Jobs' }], 'jobs').named).toEqual([{ title: 'Jobs' }])
  expect(rankMatches([{ title: 'Observable' }], 'jobs').named).toEqual([])
})

test('a whole synonym counts like a title, part of one does not', () => {
  const pages = [{ title: 'Progress', words: ['streak', 'points'] }]
  expect(rankMatches(pages, 'Streak').named).toEqual(pages)
  expect(rankMatches(pages, 'stre')).toEqual({ named: [], mentioned: pages })
})

test('an exact match leaves out those with a typo', () => {
  const close = [{ title: 'Ranges' }, { title: 'Changes' }, { title: 'Range' }]
  expect(rankMatches(close, 'range').named.map(({ title }) => title)).toEqual(['Range', 'Ranges'])
  expect(rankMatches(close, 'xyz').named).toEqual([])
})
