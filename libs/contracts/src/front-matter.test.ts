import { expect, test } from 'vitest'
import { printValue, readFrontMatter } from './front-matter.ts'

test('reads fields, lists, and the text below', () => {
  const source =
    '---\ntitle: this: methods\nsummary: "a\\nb"\nquestions:\n- one\n- two\nchallenges:\n---\n\nText'
  expect(readFrontMatter(source)).toMatchObject({
    fields: { title: 'this: methods', summary: 'a\nb' },
    lists: { questions: ['one', 'two'], challenges: [] },
    text: '\nText',
  })
})

test('items belong to the list above them only', () => {
  const read = readFrontMatter('---\n- stray\nlist:\n- one\ntitle: x\n- stray\n---\n')
  expect(read?.lists).toEqual({ list: ['one'] })
})

test.each(['Text', '', '---\ntitle: x', 'Text\n---\ntitle: x\n---'])('%j has none', (source) => {
  expect(readFrontMatter(source)).toBeUndefined()
})

test.each(['plain', '"quoted', ' space ', 'two\nlines', 'a: b'])(
  'the value %j is read as it was printed',
  (text) => {
    expect(readFrontMatter(`---\ntitle: ${printValue(text)}\n---`)?.fields.title).toBe(text)
  },
)
