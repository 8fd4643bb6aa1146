import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { diagramReference, questionRow } from '@rehearse/contracts'
import { parseQuestions } from '@rehearse/question-formats'
import { describe, expect, test } from 'vitest'
import { readContentFiles, readPathSteps, starterEntries } from '../src/content/content-files.ts'
import { britishSpellings, topicTerms, verbsInIse, wrongPhrases } from './text-rules.ts'

const root = new URL('.', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const filesIn = (folder: string, ending: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((name) => folder + name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith(ending))
    .sort()

const questions = filesIn('questions/', '.md').flatMap((file) =>
  parseQuestions(read(file), 'markdown').questions.map(({ id = '', row }) => ({
    id,
    ...questionRow.parse(row),
  })),
)
const closed = questions.filter(({ type }) => type !== 'open-ended')
const steps = filesIn('paths/', '.md').flatMap((file) => {
  const [, path = '', name = ''] = file.split('/')
  const parsed = readPathSteps(JSON.stringify([{ file: name, text: read(file) }]))
  return parsed.map((step) => ({ ...step, name: `${path}/${name}` }))
})

const withoutFences = (text: string) => text.replaceAll(/^ *(```+|~~~+).*?^ *\1/gms, '')
const withoutDiagrams = (text: string) => text.replaceAll(diagramReference, '')
const words = (text: string) =>
  withoutDiagrams(withoutFences(text))
    .replaceAll(/\]\([^)]*\)/g, ']')
    .match(/[^\s|]*[\p{L}\p{N}][^\s|]*/gu)?.length ?? 0
const hasCode = (text: string) => withoutFences(text) !== text
const escaped = (term: string) => term.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

describe('a question', () => {
  test('names its topic in the title or the first sentence', () => {
    const known = new Map(Object.entries(topicTerms).map(([category, terms]) => [category, oneOf(terms)]))
    const nameless = questions.filter(({ category, title, content }) => {
      const [sentence = ''] = withoutFences(content)
        .trim()
        .split(/(?<=[.?!:])\s/)
      return !known.get(category)?.test(`${title}\n${sentence}`)
    })
    expect(nameless.map(({ id, category, title }) => `${category}: ${title} (${id})`)).toEqual([])
  })

  test('has a title of at most 70 characters', () => {
    expect(closed.map(({ title }) => title).filter((title) => title.length > 70)).toEqual([])
  })

  test('with code has an explanation of 60 to 120 words, without code of 50 to 140', () => {
    const wrong = closed.filter(({ content, explanation }) => {
      const [least, most] = hasCode(content) ? [60, 120] : [50, 140]
      return words(explanation) < least || words(explanation) > most
    })
    expect(wrong.map(({ id, explanation }) => `${id}: ${words(explanation)} words`)).toEqual([])
  })

  test('of type true/false is as often true as false', () => {
    const ofTwo = closed.filter(({ type }) => type === 'true-false')
    const isTrue = ofTwo.filter(({ options }) => options[0]?.isCorrect)
    expect(new Set(ofTwo.flatMap(({ options }) => options[0]?.text))).toEqual(new Set(['True']))
    expect(isTrue.length / ofTwo.length).toBeGreaterThanOrEqual(0.45)
    expect(isTrue.length / ofTwo.length).toBeLessThanOrEqual(0.55)
  })

  const oneOf = (terms: readonly string[]) =>
    new RegExp(`(?<![\\w-])(?:${terms.map(escaped).join('|')})(?:s|es|ies|y|er|ers|ed|ing)?(?![\\w-])`, 'i')
})

describe('a step', () => {
  test('teaches in 300 to 700 words', () => {
    const wrong = steps.filter(({ lesson = '' }) => words(lesson) < 300 || words(lesson) > 700)
    expect(wrong.map(({ name, lesson = '' }) => `${name}: ${words(lesson)} words`)).toEqual([])
  })

  test('says how the topic is asked in interviews, and ends with links', () => {
    const form =
      /^## In the interview\n\n[^#].*^## Read more\n\n(?:- \[[^\]]+\]\(https:\S+\).*(?:\n|$)){1,5}$/ms
    expect(steps.filter(({ lesson = '' }) => !form.test(lesson)).map(({ name }) => name)).toEqual([])
  })

  test('shows code in most lessons', () => {
    expect(steps.filter(({ lesson = '' }) => hasCode(lesson)).length).toBeGreaterThan(steps.length / 2)
  })

  test('leaves at least 150 questions for the interview, some of every category', () => {
    const inSteps = new Set(steps.flatMap((step) => step.questions))
    const reserve = questions.filter(({ id }) => !inSteps.has(id))
    expect(reserve.length).toBeGreaterThanOrEqual(150)
    expect(new Set(reserve.map(({ category }) => category))).toEqual(new Set(Object.keys(topicTerms)))
  })
})

const codeKeys = new Set([
  'id',
  'code',
  'starterCode',
  'solution',
  'input',
  'expectedOutput',
  'files',
  'solutionFiles',
  'tags',
  'questions',
])

/** All texts that learners read, by where they are: Markdown, and the strings of the library but for its code. */
const texts: { at: string; text: string }[] = [
  ...questions.flatMap(({ id, learningPath, title, content, options, explanation }) => [
    { at: `${learningPath}: ${id}`, text: [title, content, explanation].join('\n\n') },
    ...options.map(({ text, feedback = '' }) => ({
      at: `${learningPath}: ${id}`,
      text: `${text}\n\n${feedback}`,
    })),
  ]),
  ...steps.map(({ name, title, summary, lesson = '' }) => ({
    at: name,
    text: [title, summary, lesson].join('\n\n'),
  })),
  ...filesIn('./', '.json')
    .filter((file) => !/^\.\/(questions|translations|challenges\/[^/]+)\//.test(file))
    .flatMap((file) => stringsOf(libraryFile(file.slice(2))).map((text) => ({ at: file, text }))),
  ...(await readContentFiles(fileURLToPath(root)))
    .filter(({ path }) => /^challenges\/[^.]+$/.test(path))
    .flatMap((file) =>
      stringsOf(starterEntries(file).entries).map((text) => ({ at: `${file.path}/challenge.json`, text })),
    ),
]

function libraryFile(path: string): unknown {
  const text = read(path)
  return /^(learning-paths\.json|sections\.json|question-lists\/)/.test(path)
    ? JSON.parse(text)
    : starterEntries({ path, text }).entries
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (codeKeys.has(key) ? [] : stringsOf(inner)))
}

const prose = (text: string) =>
  withoutFences(text)
    .replaceAll(/(`+).*?\1/gs, '`')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/https?:\S+/g, '')
const proses = texts.map(({ at, text }) => ({ at, text: prose(text) }))

/** Where a pattern occurs, with the words around it. */
const findings = (pattern: RegExp, of = proses) =>
  of.flatMap(({ at, text }) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(
      ({ 0: found, index }) => `${at}: ${text.slice(Math.max(0, index - 30), index + found.length + 20)}`,
    ),
  )

describe('the language', () => {
  test('is spelled the US way', () => {
    const beginnings = britishSpellings
      .map((word) => (word.endsWith('.') ? `${word.slice(0, -1)}\\b` : word))
      .join('|')
    const ending = '(?:e|ed|es|ing|er|ers|ation|ations)\\b'
    const asIn = verbsInIse.map((word) => word.slice(0, -1)).join('|')
    const ise = `(?!(?:${asIn})${ending})\\w{2,}(?:is|ys(?!es))${ending}`
    expect(findings(new RegExp(`\\b(?<!aria-)(?:${beginnings}|${ise})`, 'i'))).toEqual([])
  })

  // The questions and lessons of English quote what learners get wrong.
  test.each(wrongPhrases)('has no %s', (phrase) => {
    expect(findings(phrase).filter((found) => !found.startsWith('english-learning'))).toEqual([])
  })
})

describe('links', () => {
  const addresses = texts.flatMap(({ at, text }) =>
    [
      ...withoutDiagrams(withoutFences(text))
        .replaceAll(/(`+).*?\1/gs, '')
        .matchAll(/\]\(([^)\s]*(?:\([^)]*\))?[^)\s]*)\)|^https?:\S+$/gm),
    ].map(([whole, address = whole]) => ({ at, address })),
  )

  test('use https, or lead to a page of this site', () => {
    expect(
      addresses.filter(({ address }) => !/^(?:https:\/\/[\w.-]+(?:[/?#]|$)|\/(?!\/)|#)/.test(address)),
    ).toEqual([])
  })

  test('carry no tracking, and lead to MDN in English', () => {
    const tracked = /[?&](?:utm_\w+|fbclid|gclid|ref|source|mc_\w+)=/
    const otherMdn = /\/\/developer\.mozilla\.org\/(?!en-US\/)/
    expect(addresses.filter(({ address }) => tracked.test(address) || otherMdn.test(address))).toEqual([])
  })

  test('have a text', () => {
    const linked = (text: string) =>
      withoutFences(text)
        .replaceAll(/(`+).*?\1/gs, '`')
        .replaceAll(/\]\([^)]*\)/g, '](-)')
        .replaceAll(/^https?:\S+$/gm, '')
    const read = texts.map(({ at, text }) => ({ at, text: linked(text) }))
    expect(findings(/https?:\/\/|\[\s*\]\(|\[(?:here|link|this)\]\(/i, read)).toEqual([])
  })
})
