import { expect, test } from 'vitest'
import { contentDigest, contentHash } from './text.ts'

const question = { title: 'What is  this?', content: 'Über `x`', options: [{ text: 'One' }, { text: 'Two' }] }
const hash = (changes: object = {}) => contentHash({ ...question, ...changes }).toString('hex')

test.each([
  ['case and whitespace', { title: ' what IS this?\n', content: 'ÜBER\t`X` ' }],
  ['Unicode normalization', { content: 'U\u0308ber `x`' }],
  ['invisible characters', { title: 'What is\u200b th\u00adis?' }],
  ['the kind of space, quote and dash', { title: 'What\u00a0is this?' }],
  ['the order of options', { options: [{ text: 'two' }, { text: 'one' }] }],
  ['which option is correct', { options: [{ text: 'One', isCorrect: true }, { text: 'Two' }] }],
])('does not depend on %s', (_name, changes) => {
  expect(hash(changes)).toBe(hash())
})

test.each([
  ['the title', { title: 'What is that?' }],
  ['the content', { content: 'Uber `x`' }],
  ['an option', { options: [{ text: 'One' }] }],
  ['space in code', { content: 'Über ` x`' }],
  ['a superscript', { content: 'Über² `x`' }],
  ['the boundary between texts', { title: 'What is', content: 'this? Über `x`' }],
])('depends on %s', (_name, changes) => {
  expect(hash(changes)).not.toBe(hash())
})

const graded = {
  type: 'multiple-choice',
  content: 'Which?',
  options: [
    { id: 'a', text: 'One', isCorrect: true },
    { id: 'b', text: 'Two', isCorrect: false },
  ],
}

test.each([
  ['other content', { content: 'Which one?' }, false],
  ['another type', { type: 'true-false' }, false],
  ['another option text', { options: [{ ...graded.options[0], text: 'one' }, graded.options[1]] }, false],
  ['another key', { options: graded.options.map((option) => ({ ...option, isCorrect: true })) }, false],
  ['another title', { title: 'New' }, true],
  ['feedback', { options: graded.options.map((option) => ({ ...option, feedback: 'Because' })) }, true],
])('the statistics of a version with %s are pooled: %o', (_name, changes, isPooled) => {
  expect(contentDigest({ ...graded, ...(changes as object) }) === contentDigest(graded)).toBe(isPooled)
})
