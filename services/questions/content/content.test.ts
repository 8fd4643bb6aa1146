import { readdirSync, readFileSync } from 'node:fs'
import {
  type Difficulty,
  difficulty,
  learningPathInput,
  PATH_STEPS,
  questionListDocument,
  questionRow,
  sectionInput,
} from '@rehearse/contracts'
import { parseQuestions } from '@rehearse/question-formats'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readPathSteps } from '../src/content/content-files.ts'

const root = new URL('.', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const paths = z.array(learningPathInput).parse(JSON.parse(read('learning-paths.json')))
const sections = z.array(sectionInput).parse(JSON.parse(read('sections.json')))
const readFiles = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, ...parseQuestions(read(`${folder}${name}`), 'markdown') }))
const files = readFiles('questions/')
const questions = files.flatMap((file) => file.questions.map(({ row }) => questionRow.parse(row)))

/** Questions where guessing by form would be possible: one right option among four. */
const singles = questions.filter(
  ({ options }) => options.length === 4 && options.filter((option) => option.isCorrect).length === 1,
)
const share = (of: readonly unknown[], all: readonly unknown[]) => of.length / all.length

describe('the question files', () => {
  test.each(files)('$name reads without errors and warnings', ({ name, errors, warnings, questions }) => {
    expect(errors).toEqual([])
    expect(warnings).toEqual([])
    for (const { row } of questions) {
      expect(row.learningPath).toBe(name.split('/')[0])
      expect(paths.map((path) => path.id)).toContain(row.learningPath)
      expect(sections.map((section) => section.id)).toContain(row.sectionId)
      expect(row.topic).not.toBe('General Topic')
      expect(row.category).not.toBe('General')
    }
  })

  test.each(paths.map(({ id }) => id))('%s has at least 30', (id) => {
    expect(questions.filter(({ learningPath }) => learningPath === id).length).toBeGreaterThanOrEqual(30)
  })

  test('each question has a permanent id of its own', () => {
    const ids = files.flatMap((file) => file.questions.map(({ id }) => id))
    expect(ids).not.toContain(undefined)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('there are at least 1,000, each title once, each with tags and a time limit', () => {
    expect(questions.length).toBeGreaterThanOrEqual(1000)
    expect(new Set(questions.map((question) => question.title)).size).toBe(questions.length)
    const bare = questions.filter(({ tags, timeLimit, points }) => !(tags?.length && timeLimit && points))
    expect(bare.map(({ title }) => title)).toEqual([])
  })

  test('most lead on to where it is settled: the specification, MDN, or the documents of the tool', () => {
    const leading = questions.filter(({ explanation }) => /\]\(https:\/\//.test(explanation))
    expect(share(leading, questions)).toBeGreaterThan(0.5)
  })

  test('difficulties are spread about 40, 40 and 20 %', () => {
    const ofDifficulty = (name: string) =>
      share(
        questions.filter((one) => one.difficulty === name),
        questions,
      )
    expect(ofDifficulty('beginner')).toBeCloseTo(0.4, 1)
    expect(ofDifficulty('intermediate')).toBeCloseTo(0.4, 1)
    expect(ofDifficulty('advanced')).toBeCloseTo(0.2, 1)
  })

  test('a beginner question has 1 point, an intermediate one 2, an advanced one 3', () => {
    const points = { beginner: 1, intermediate: 2, advanced: 3 }
    const wrong = questions.filter((question) => question.points !== points[question.difficulty])
    expect(wrong.map(({ title }) => title)).toEqual([])
  })

  test('the right option is not told by its place', () => {
    for (const id of ['a', 'b', 'c', 'd']) {
      const there = singles.filter(({ options }) => options.some((one) => one.id === id && one.isCorrect))
      expect(share(there, singles)).toBeGreaterThan(0.2)
      expect(share(there, singles)).toBeLessThan(0.3)
    }
  })

  test('nor by its length', () => {
    const longest = singles.filter(({ options }) => {
      const right = options.find((option) => option.isCorrect)?.text.length ?? 0
      return options.every((option) => option.isCorrect || option.text.length < right)
    })
    expect(share(longest, singles)).toBeLessThanOrEqual(0.25)
  })

  test('every question explains itself, and every wrong option says why', () => {
    for (const { title, options, explanation } of questions) {
      expect(explanation.length, title).toBeGreaterThan(80)
      for (const option of options) {
        if (!option.isCorrect)
          expect(option.feedback?.length ?? 0, `${title}: ${option.text}`).toBeGreaterThan(20)
      }
    }
  })
})

describe('the open questions', () => {
  const open = questions.filter(({ type }) => type === 'open-ended')

  test.each(open)(
    '$title: a model answer of 100 to 250 words, 3 to 6 points with a follow-up each',
    (question) => {
      const { content, explanation, options } = question
      expect([options, fences(explanation) % 2, fences(content) % 2]).toEqual([[], 0, 0])
      const [model = '', points = '', ...more] = explanation.split('\n\n**Checklist**\n\n')
      expect(more).toEqual([])
      const words = model.replaceAll(/^```.*?^```$/gms, '').match(/\S+/g) ?? []
      expect(words.length).toBeGreaterThanOrEqual(100)
      expect(words.length).toBeLessThanOrEqual(250)
      expect(points).toMatch(/^(- \S.{10,}\n {2}> \S.{10,}[.?](\n|$)){3,6}$/)
    },
  )

  test('no follow-up is asked twice', () => {
    const asked = open.flatMap(({ explanation }) => explanation.match(/^ {2}> .*$/gm) ?? [])
    expect(asked.filter((one, at) => asked.indexOf(one) !== at)).toEqual([])
  })

  test('introductions and questions for the interviewer, some for each level', () => {
    for (const topic of ['Introductions', 'Questions for the Interviewer']) {
      const levels = open.filter((one) => one.topic === topic).map((one) => one.difficulty)
      expect([topic, ...new Set(levels)].sort()).toEqual(
        [topic, 'advanced', 'beginner', 'intermediate'].sort(),
      )
    }
  })

  test('at least 120: 40 of system design, 30 behavioral, 30 of debugging or code review', () => {
    const tagged = (...tags: string[]) =>
      open.filter((question) => tags.some((tag) => question.tags.includes(tag)))
    expect(open.length).toBeGreaterThanOrEqual(120)
    expect(tagged('system-design').length).toBeGreaterThanOrEqual(40)
    expect(tagged('behavioral').length).toBeGreaterThanOrEqual(30)
    expect(tagged('debugging', 'code-review').length).toBeGreaterThanOrEqual(30)
  })

  const fences = (text: string) => text.match(/^```/gm)?.length ?? 0
})

describe('the questions in Arabic', () => {
  const translated = readFiles('translations/ar/')

  test('a whole path of them', () => {
    const ofPath = files.map((file) => file.name).filter((name) => name.startsWith('interview-questions/'))
    expect(translated.map((file) => file.name).sort()).toEqual(ofPath.sort())
  })

  test.each(translated)('$name says what its original says: same code, same key', ({ name, questions }) => {
    const original = files.find((file) => file.name === name)?.questions.map(({ row }) => row) ?? []
    expect(questions.map(({ row }) => unspoken(row))).toEqual(original.map(unspoken))
    for (const { row } of questions) {
      for (const text of [row.title, row.content, row.explanation]) expect(text, row.title).toMatch(arabic)
      for (const option of row.options ?? [])
        if (option.feedback !== undefined) expect(option.feedback, row.title).toMatch(arabic)
    }
  })

  // A browser takes the direction of a text from its first letter outside of code: "script ثم first" would be read backwards.
  test.each(translated)(
    '$name is read from right to left: no Arabic begins with a Latin word',
    ({ questions }) => {
      const texts = questions.flatMap(({ row }) => [
        row.title,
        row.content,
        row.explanation,
        ...(row.options ?? []).flatMap(({ text, feedback }) => [text, feedback]),
      ])
      const said = texts.map((text = '') => text.replaceAll(/```.*?```|`[^`]*`/gs, ''))
      expect(said.filter((text) => arabic.test(text) && /^\P{L}*\p{Script=Latin}/u.test(text))).toEqual([])
    },
  )

  const arabic = /\p{Script=Arabic}/u
  const fenced = (text = '') => text.match(/^```.*?^```/gms) ?? []
  const links = (text = '') => text.match(/\]\([^)]*\)/g) ?? []

  /** What is the same in every language. */
  const unspoken = (row: (typeof files)[number]['questions'][number]['row']) => ({
    code: [...fenced(row.content), ...fenced(row.explanation)],
    links: links(row.explanation),
    options: row.options?.map(({ id, isCorrect, feedback }) => ({
      id,
      isCorrect,
      told: feedback !== undefined,
    })),
    rest: [row.type, row.difficulty, row.points, row.timeLimit, row.tags, row.category, row.topic],
  })
})

describe('the steps of learning paths', () => {
  const known = new Map(
    files.flatMap((file) => file.questions.map(({ id = '', row }) => [id, row.difficulty] as const)),
  )
  const stepsOf = (path: string) => {
    const names = readdirSync(new URL(`paths/${path}/`, root)).sort()
    return readPathSteps(JSON.stringify(names.map((file) => ({ file, text: read(`paths/${path}/${file}`) }))))
  }

  test.each(paths.map(({ id }) => id))('%s: ten, with 4 to 8 questions each, easy ones first', (id) => {
    const steps = stepsOf(id)
    expect(steps).toHaveLength(PATH_STEPS)
    expect(new Set(steps.map((step) => step.title)).size).toBe(PATH_STEPS)
    for (const { title, summary, questions } of steps) {
      expect(summary, title).toMatch(/^\p{L}.{20,}\.$/u)
      expect(
        questions.filter((question) => !known.has(question)),
        title,
      ).toEqual([])
      expect(questions.length, title).toBeGreaterThanOrEqual(4)
      expect(questions.length, title).toBeLessThanOrEqual(8)
      const levels = questions.map((question) =>
        difficulty.options.indexOf(known.get(question) as Difficulty),
      )
      expect(levels, title).toEqual(levels.toSorted())
    }
    const chosen = steps.flatMap(({ questions }) => questions)
    expect(new Set(chosen).size).toBe(chosen.length)
  })

  test('name every challenge, and none that is missing', () => {
    const checkOnly = ['alternatives', 'equivalents', 'mistakes', 'requirements']
    const challenges = readdirSync(new URL('challenges/', root))
      .map((name) => name.replace(/\.json$/, ''))
      .filter((name) => !checkOnly.includes(name))
    const named = paths.flatMap(({ id }) => stepsOf(id).flatMap(({ challenges = [] }) => challenges))
    expect([...new Set(named)].sort()).toEqual(challenges.sort())
  })
})

describe('the question lists', () => {
  const known = new Set(files.flatMap((file) => file.questions.map(({ id = '' }) => id)))
  const lists = readdirSync(new URL('question-lists/', root)).map((file) => ({
    file,
    ...questionListDocument.parse(JSON.parse(read(`question-lists/${file}`))),
  }))

  test.each(lists)('$file names existing questions, each once', ({ questions }) => {
    expect(questions.filter((id) => !known.has(id))).toEqual([])
    expect(new Set(questions).size).toBe(questions.length)
  })

  test('the top 75 are 75', () => {
    expect(lists.find(({ title }) => title === 'Top 75')?.questions).toHaveLength(75)
  })
})

describe('the catalogs', () => {
  test('all 20 learning paths, in order, with prerequisites that exist', () => {
    expect(paths.map((path) => path.id)).toEqual([
      'frontend-basics',
      'advanced-css',
      'javascript-deep-dive',
      'react-mastery',
      'typescript-essentials',
      'testing-strategies',
      'performance-optimization',
      'security-essentials',
      'system-design',
      'build-tools-mastery',
      'api-integration',
      'ai-tools-integration',
      'interview-preparation',
      'advanced-architectures',
      'javascript-practice',
      'css-practice',
      'html-practice',
      'react-practice',
      'interview-questions',
      'english-learning',
    ])
    expect(paths.map((path) => path.order)).toEqual(paths.map((_, position) => position + 1))
    for (const id of paths.flatMap((path) => path.prerequisites)) {
      expect(paths.map((path) => path.id)).toContain(id)
    }
  })

  test('sections have their own id, icon and place', () => {
    for (const key of ['id', 'icon', 'order'] as const) {
      expect(new Set(sections.map((section) => section[key])).size).toBe(sections.length)
    }
  })
})
