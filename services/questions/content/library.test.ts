import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type ArticleDocument,
  type BadgeDocument,
  type BankItemDocument,
  type BuiltInIssueDocument,
  builtInIssueDocument,
  type ChallengeDocument,
  type CheatSheetDocument,
  type FeatureDocument,
  type PlanDocument,
  type ResourceDocument,
} from '@rehearse/contracts'
import { endpoints } from '@rehearse/contracts/endpoints'
import { describe, expect, test } from 'vitest'
import { contentKinds, kindOfFile, readContentFiles, starterEntries } from '../src/content/content-files.ts'

const root = new URL('.', import.meta.url)
const content = new Map(
  (await readContentFiles(fileURLToPath(root))).map(({ path, text }) => [path, text] as const),
)
const files = [
  ...readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(json|svg)$/.test(path) && !/^(questions|challenges\/[^/]+)\//.test(path))
    .filter((path) => !['learning-paths.json', 'sections.json'].includes(path)),
  ...[...content.keys()].filter((path) => /^challenges\/[^.]+$/.test(path)),
]
const read = (path: string) => starterEntries({ path, text: content.get(path) ?? '' })

/** Entries of one kind, as its schema has read them. */
function all<Document>(name: string): ({ id: string; order: number } & Document)[] {
  const entries = files
    .filter((path) => kindOfFile(path)?.name === name)
    .flatMap((path) => read(path).entries)
  return entries.map(({ id, order, document }) => ({ id, order, ...(document as Document) }))
}

describe('the files of the library', () => {
  test.each(files)('%s is as its kind should be', (path) => {
    expect(kindOfFile(path)).toBeDefined()
    expect(() => read(path)).not.toThrow()
  })

  test.each(contentKinds.map(({ name }) => name))('%s are there, each id once', (name) => {
    const ids = all(name).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(files.some((path) => kindOfFile(path)?.name === name)).toBe(true)
  })
})

test('seven sample plans, of 1 to 7 days and 100 to 400 questions', () => {
  const plans = all<PlanDocument>('plans').map(({ duration, totalQuestions }) => [duration, totalQuestions])
  expect(plans).toEqual([
    [1, 100],
    [2, 150],
    [3, 200],
    [4, 250],
    [5, 300],
    [6, 350],
    [7, 400],
  ])
})

test('the five challenges of old come first, and the others from easy to hard', () => {
  const challenges = all<ChallengeDocument>('challenges').sort((one, other) => one.order - other.order)
  expect(challenges.slice(0, 5).map(({ id }) => id)).toEqual([
    'responsive-navigation-bar',
    'contact-form',
    'css-grid-gallery',
    'todo-list',
    'css-animations',
  ])
  const levels = challenges.slice(5).map(({ difficulty }) => ['easy', 'medium', 'hard'].indexOf(difficulty))
  expect(levels).toEqual(levels.toSorted())
  expect(new Set(challenges.map(({ order }) => order)).size).toBe(challenges.length)
})

test('at least 40 challenges of pages and scripts, a quarter or more of each language, some of each difficulty', () => {
  const challenges = all<ChallengeDocument>('challenges').filter(({ kind }) => kind === 'web')
  expect(challenges.length).toBeGreaterThanOrEqual(40)
  for (const language of ['html', 'css', 'javascript']) {
    const ofIt = challenges.filter(({ category }) => category === language)
    expect(ofIt.length / challenges.length, language).toBeGreaterThanOrEqual(1 / 4)
    expect(new Set(ofIt.map(({ difficulty }) => difficulty)).size, language).toBe(3)
  }
})

test('six guides', () => {
  expect(all('guides')).toHaveLength(6)
})

test('36 resources in 19 categories, none of them empty', () => {
  const categories = all('resource-categories').map(({ id }) => id)
  const resources = all<ResourceDocument>('resources')
  expect(categories).toHaveLength(19)
  expect(resources).toHaveLength(36)
  expect(new Set(resources.map(({ category }) => category))).toEqual(new Set(categories))
})

test('a cheat sheet for each core topic', () => {
  const topics = new Set(all<CheatSheetDocument>('cheatsheets').map(({ category }) => category))
  for (const topic of [
    'HTML',
    'CSS',
    'JavaScript',
    'TypeScript',
    'React',
    'HTTP',
    'Accessibility',
    'Performance',
    'Security',
    'Testing',
    'Git',
    'System Design',
    'Build Tools',
    'English',
  ]) {
    expect(topics, topic).toContain(topic)
  }
})

test('at least 25 articles, 12 of them system-design cases', () => {
  const articles = all<ArticleDocument>('articles')
  const cases = articles.filter(({ category }) => category === 'System Design')
  expect(articles.length).toBeGreaterThanOrEqual(25)
  expect(cases.length).toBeGreaterThanOrEqual(12)
})

test('a good and a poor interview answer for ten questions', () => {
  const body = all<ArticleDocument>('articles').find(
    ({ id }) => id === 'good-and-poor-interview-answers',
  )?.body
  for (const part of [/^## \d+\. /gm, /^\*\*Poor answer:\*\*/gm, /^\*\*Good answer:\*\*/gm])
    expect(body?.match(part)).toHaveLength(10)
})

test('88 built-in issues over all their categories, none completed', () => {
  const issues = all<BuiltInIssueDocument>('issues')
  expect(issues).toHaveLength(88)
  const categories = new Set(issues.map(({ category }) => category))
  expect(categories).toEqual(new Set(builtInIssueDocument.shape.category.options))
  expect(issues.every(({ completed }) => !completed)).toBe(true)
})

test('no job and no company is made up', () => {
  expect(all('jobs')).toEqual([])
  expect(all<BankItemDocument>('question-bank').flatMap(({ companies }) => companies)).toEqual([])
})

test('at least 30 badges, each with a rule of its own', () => {
  const rules = all<BadgeDocument>('badges').map(({ rule }) => JSON.stringify(rule))
  expect(rules.length).toBeGreaterThanOrEqual(30)
  expect(new Set(rules).size).toBe(rules.length)
})

test('what is planned for the website are the 22 routes of the plan', () => {
  const planned = all<FeatureDocument>('features').filter(
    ({ category, status }) => category === 'Website' && status === 'pending',
  )
  expect(planned.map(({ url }) => url)).toEqual([
    '/tutorials',
    '/video-courses',
    '/documentation',
    '/practice/coding-exercises',
    '/practice/projects',
    '/practice/quiz',
    '/mock-interviews',
    '/gamification',
    '/podcasts',
    '/blog',
    '/system-design',
    '/culture-fit-interviews',
    '/authentication-strategies',
    '/git-tips',
    '/image-optimization-demo',
    '/firebase-questions',
    '/schedule-interview',
    '/challenges',
    '/editor',
    '/test',
    '/test-dark-mode',
    '/chatgpt-test',
  ])
})

describe('features', () => {
  const built = all<FeatureDocument>('features').filter(({ status }) => status === 'completed')
  const names = new Set(endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`))

  test.each(built.map((feature) => [feature.id, feature] as const))(
    '%s has its details, with files and APIs that exist',
    (_, { fullStory, features, implementation, lastUpdated }) => {
      expect([fullStory, features?.length, lastUpdated].every(Boolean)).toBe(true)
      expect(implementation?.keyFiles?.length).toBeGreaterThan(0)
      const missing = implementation?.keyFiles?.filter(
        (file) => !existsSync(new URL(`../../../${file}`, root)),
      )
      expect(missing).toEqual([])
      expect(implementation?.apis?.filter((api) => !names.has(api)) ?? []).toEqual([])
    },
  )
})
