import type { ArticleDocument, GuideDocument } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { validateGuide } from './check-library.ts'
import { type Site, validateArticle } from './validate-article.ts'

const site: Site = {
  has: (address) => ['/coding/menu', '/coding/tabs', '/questions?learningPath=css'].includes(address),
}
const words = (count: number) => Array(count).fill('word').join(' ')
const links = '[A](/coding/menu) [B](/coding/tabs) [C](/questions?learningPath=css)'

/** 202 words: two minutes. */
const section = {
  title: 'One',
  description: `${words(199)} ${links}`,
  readingTime: 2,
  topics: ['x'],
}
const verdict = (changes: Partial<typeof section> = {}, estimatedTime = 2) =>
  validateGuide({ estimatedTime, sections: [{ ...section, ...changes }] } as GuideDocument, site)

test('a guide with correct times and links', () => {
  expect(verdict()).toEqual([])
})

test("a reading time that doesn't match its length", () => {
  expect(verdict({ readingTime: 5 })).toEqual(['"One" takes 2 minutes to read, not 5'])
})

test("a time that isn't the sum of its sections", () => {
  expect(verdict({}, 30)).toEqual(['takes 2 minutes to read, not 30'])
})

test('a time above the limit', () => {
  expect(verdict({}, 90)).toContain('takes 90 minutes: guides take 25 to 60')
})

test('a dead link', () => {
  const description = `${words(199)} ${links} [D](/coding/gone)`
  expect(verdict({ description })).toEqual(["links to /coding/gone, which doesn't exist"])
})

test('a guide without questions, or with too little text', () => {
  const problems = verdict({ description: 'Read on.', readingTime: 1, topics: [] })
  expect(problems).toContain('links to no questions')
  expect(problems).toContain('"One" has fewer than 70 words')
  expect(problems).toContain('"One" has no topics')
})

test('an article with a wrong reading time, a dead link or no source', () => {
  const article = { body: 'A [menu](/coding/menu).', readingTime: 1, sources: [{ title: 'x', url: 'x' }] }
  const problems = (changes: object) =>
    validateArticle({ ...article, ...changes } as unknown as ArticleDocument, site)
  expect(problems({})).toEqual([])
  expect(problems({ readingTime: 4 })).toEqual(['takes 1 minutes to read, not 4'])
  expect(problems({ body: 'A [ghost](/coding/ghost).' })).toEqual([
    "links to /coding/ghost, which doesn't exist",
  ])
  expect(problems({ sources: [] })).toEqual(['has no source'])
})
