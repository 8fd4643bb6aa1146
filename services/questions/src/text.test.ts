import { expect, test } from 'vitest'
import { contentHash } from './text.ts'

const question = { title: 'What is  this?', content: 'Über `x`', options: [{ text: 'One' }, { text: 'Two' }] }
const hash = (changes: object = {}) => contentHash({ ...question, ...changes }).toString('hex')

test.each([
  ['case and whitespace', { title: ' what IS this?\n', content: 'ÜBER\t`X` ' }],
  ['Unicode normalization', { content: 'U\u0308ber `x`' }],
  ['the order of options', { options: [{ text: 'two' }, { text: 'one' }] }],
  ['which option is correct', { options: [{ text: 'One', isCorrect: true }, { text: 'Two' }] }],
])('does not depend on %s', (_name, changes) => {
  expect(hash(changes)).toBe(hash())
})

test.each([
  ['the title', { title: 'What is that?' }],
  ['the content', { content: 'Uber `x`' }],
  ['an option', { options: [{ text: 'One' }] }],
  ['the boundary between texts', { title: 'What is', content: 'this? Über `x`' }],
])('depends on %s', (_name, changes) => {
  expect(hash(changes)).not.toBe(hash())
})
