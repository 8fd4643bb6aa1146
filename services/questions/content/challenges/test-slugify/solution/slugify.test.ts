import { describe, expect, test } from 'vitest'
import { slugify } from './slugify'

test('turns letters into lowercase', () => {
  expect(slugify('HTML Basics')).toBe('html-basics')
})

test('removes all accents', () => {
  expect(slugify('Crème brûlée')).toBe('creme-brulee')
})

test('keeps digits', () => {
  expect(slugify('ES2024 in 10 minutes')).toBe('es2024-in-10-minutes')
})

test('replaces each run of other characters with one hyphen', () => {
  expect(slugify('a, b & c -- d')).toBe('a-b-c-d')
})

test('has no hyphen at the start or at the end', () => {
  expect(slugify('...hello!')).toBe('hello')
})

test.each(['', '   ', '!?', 'Привет'])('calls %j untitled', (title) => {
  expect(slugify(title)).toBe('untitled')
})

describe('the length', () => {
  test('may be exactly the limit', () => {
    expect(slugify('one three', 9)).toBe('one-three')
  })

  test('is cut at the end of a word', () => {
    expect(slugify('one threes', 9)).toBe('one')
    expect(slugify('one two three', 7)).toBe('one-two')
    expect(slugify('one two three', 8)).toBe('one-two')
  })

  test('cuts a first word that is too long', () => {
    expect(slugify('accessibility', 6)).toBe('access')
  })

  test('is at most 40 by default', () => {
    expect(slugify('x'.repeat(50))).toBe('x'.repeat(40))
    expect(slugify('x'.repeat(40))).toBe('x'.repeat(40))
  })
})
