import {
  articleDocument,
  bankItemDocument,
  challengeDocument,
  cheatSheetDocument,
  guideDocument,
  jobDocument,
  newCategory,
  newLearningPath,
  newSection,
  newTopic,
  planDocument,
  resourceDocument,
} from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Field } from './collection.ts'
import { type Collection, statedOf } from './collection.ts'
import { bodyOf, draftOf } from './draft.ts'
import { libraryCollections } from './library.ts'
import { categories, paths, plans, sections, topics } from './taxonomy-pages.tsx'

/** The documents that the forms edit: the server's schema, and an example. */
const documents = {
  sections: { schema: newSection, sample: { name: 'HTML', description: 'One.', icon: 'testing' } },
  categories: { schema: newCategory, sample: { name: 'HTML' } },
  topics: { schema: newTopic, sample: { name: 'Forms' } },
  paths: {
    schema: newLearningPath,
    sample: {
      name: 'HTML',
      description: '',
      difficulty: 'advanced',
      prerequisites: ['css'],
      targetSkills: ['Patience'],
      questionCategories: ['HTML'],
      resources: ['https://example.org/'],
      steps: [
        {
          ...{ id: 'forms', title: 'Forms', summary: 'Fields.', lesson: '# Forms' },
          ...{ questionIds: [], challengeIds: ['centre'] },
        },
      ],
    },
  },
  plans: {
    schema: planDocument,
    sample: {
      name: 'Three days',
      description: 'Short.',
      duration: 3,
      difficulty: 'Beginner',
      totalQuestions: 90,
      dailyQuestions: 40,
      estimatedTime: 'an hour',
      isRecommended: false,
      isActive: false,
      features: ['One'],
      sections: [{ id: 'html', name: 'HTML', category: 'HTML', weight: 2, questions: [], order: 1 }],
    },
  },
  challenges: {
    schema: challengeDocument,
    sample: {
      kind: 'web',
      title: 'Centre',
      description: 'Do.',
      category: 'css',
      difficulty: 'hard',
      starterCode: { html: '<p>', css: '', javascript: ' ' },
      testCases: [{ id: 'a', name: 'A', description: '', type: 'css', input: '1', expectedOutput: '1' }],
      solution: { html: '<p>', css: 'p {}', javascript: '' },
      explanation: 'Because.',
      hints: ['Look.'],
      tags: ['grid'],
      complexity: 'O(1)',
      project: { id: 'page', title: 'A page', step: 2 },
      otherSolutions: [{ title: 'Grid', complexity: '', explanation: '', javascript: '1', files: [] }],
      ...{ files: [], solutionFiles: [], mutants: [], problems: [] },
    },
  },
  resources: {
    schema: resourceDocument,
    sample: {
      title: 'A page',
      description: 'Read.',
      url: 'https://example.org/',
      category: 'css',
      type: 'video',
      difficulty: 'advanced',
      tags: [],
      featured: true,
    },
  },
  guides: {
    schema: guideDocument,
    sample: {
      title: 'A guide',
      description: 'How.',
      difficulty: 'advanced',
      estimatedTime: 25,
      icon: 'atom',
      color: { from: '#000000', to: '#ffffff' },
      sections: [{ title: 'First', description: 'One.', readingTime: 25, topics: ['a'] }],
      features: [],
      targetSkills: ['b'],
    },
  },
  bank: {
    schema: bankItemDocument,
    sample: {
      title: 'Debounce',
      description: 'Asked.',
      url: 'https://example.org/',
      category: 'React',
      subcategory: 'State',
      difficulty: 'hard',
      estimatedTime: 15,
      tags: [],
      companies: [],
    },
  },
  articles: {
    schema: articleDocument,
    sample: {
      title: 'An article',
      summary: 's',
      body: '# b\n',
      category: 'CSS',
      difficulty: 'advanced',
      readingTime: 3,
      tags: ['a'],
      sources: [{ title: 'x', url: 'https://example.org/' }],
    },
  },
  cheatSheets: {
    schema: cheatSheetDocument,
    sample: {
      title: 'A sheet',
      description: 'd',
      category: 'CSS',
      language: 'css',
      groups: [{ title: 'g', entries: [{ code: 'x', description: 'y' }] }],
      tags: [],
    },
  },
  jobs: {
    schema: jobDocument,
    sample: {
      title: 'A job',
      company: 'Acme',
      location: 'Berlin',
      remote: true,
      type: 'contract',
      level: 'mid',
      description: 'Work.',
      salary: 'enough',
      skills: ['CSS'],
      url: 'https://example.org/',
      postedOn: '2026-11-01',
      closesOn: '2026-12-01',
    },
  },
}

const all = [sections, categories, topics, paths, plans, ...libraryCollections]
interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** An id is made from the name, the order is set by dragging, and the title of a path is its name. */
const elsewhere = new Set(['id', 'order', 'title'])

describe.each(all.map((collection) => [collection.name, collection] as const))('%s', (name, collection) => {
  const { schema, sample } = documents[name]

  test("the form has exactly the fields of the server's schema", () => {
    const taken = Object.keys(schema.shape).filter(
      (field) => !elsewhere.has(field) || collection.title === field,
    )
    expect(collection.fields.map((field) => field.name).sort()).toEqual(taken.sort())
  })

  test('an unchanged form sends what it was given', () => {
    const entry = { id: 'x', revision: 1, ...sample }
    const sent = bodyOf(collection.fields, draftOf(collection.fields, statedOf(collection, entry)), null)
    expect(sent).toEqual(sample)
    expect(schema.safeParse(sent).success).toBe(true)
  })

  test('its limits are those of the schema', () => {
    const limits = (fields: readonly Field[], schema: JsonSchema | undefined): void => {
      for (const field of fields) {
        const taken = schema?.properties?.[field.name]
        // The limit of a date is its format.
        if ('max' in field && !('type' in field && field.type === 'date'))
          expect([field.name, taken?.maxLength ?? taken?.maximum]).toEqual([field.name, field.max])
        if (field.kind === 'number') expect([field.name, taken?.minimum]).toEqual([field.name, field.min])
        if (field.kind === 'group') limits(field.fields, taken)
        if (field.kind === 'items') limits(field.fields, taken?.items)
      }
    }
    limits(collection.fields, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  })

  test('the server accepts every choice that the form offers', () => {
    for (const [field, value] of offered(collection)) {
      const { error } = schema.safeParse({ ...sample, [field.name]: field.numeric ? Number(value) : value })
      // A choice can need other fields.
      const issues = error?.issues.filter(({ path }) => path[0] === field.name) ?? []
      expect({ field: field.name, value, issues }).toEqual({ field: field.name, value, issues: [] })
    }
  })
})

const test1 = { path: 'sum.test.ts', access: 'hidden', text: 'test("sum", () => {})' }
const sum = { path: 'sum.ts', access: 'editable', text: 'export const sum = 0' }
const solved = { path: 'sum.ts', text: 'export const sum = 1' }
const written = { path: 'sum.test.ts', text: 'test("sum", () => { sum() })' }
const problem = { id: 'bug', path: 'sum.ts', from: 1, to: 1, category: 'bug', explanation: 'It is 0.' }

test.each([
  ['typescript', { files: [sum, test1], solutionFiles: [solved] }],
  ['react', { files: [sum, test1], solutionFiles: [solved] }],
  [
    'tests',
    {
      files: [
        { ...test1, access: 'editable' },
        { ...sum, access: 'read-only' },
      ],
      solutionFiles: [written],
      mutants: [{ name: 'Is 2', files: [solved] }],
    },
  ],
  ['review', { files: [sum], problems: [problem] }],
])('a %s challenge is sent with its fields, and without those of its kind before', (kind, changes) => {
  const [challenges] = libraryCollections
  const empty = { testCases: [], files: [], solutionFiles: [], mutants: [], problems: [] }
  const noCode = { html: '', css: '', javascript: '' }
  const entry = { ...documents.challenges.sample, kind, timeLimit: 900, ...changes, id: 'x', revision: 1 }
  const sent = bodyOf(challenges.fields, draftOf(challenges.fields, entry), null)
  expect(sent).toMatchObject({ kind, ...empty, starterCode: noCode, solution: noCode, ...changes })
  expect(sent.otherSolutions).toEqual([{ title: 'Grid', complexity: '', explanation: '', files: [] }])
  expect(challengeDocument.safeParse(sent).error).toBeUndefined()
})

test('empty fields are omitted from a new entry, and removed from an existing one', () => {
  const draft = draftOf(plans.fields, { name: 'One' })
  expect(bodyOf(plans.fields, draft, undefined)).not.toHaveProperty('dailyQuestions')
  expect(bodyOf(plans.fields, draft, null)).toMatchObject({ dailyQuestions: null, isRecommended: null })
})

test('parts get unique ids from their names, and keep existing ids', () => {
  const draft = draftOf(plans.fields, {
    sections: [
      { name: 'HTML & CSS' },
      { name: 'html css' },
      { id: 'kept', name: 'Kept' },
      { name: 'مهارات' },
    ],
  })
  const { sections: made } = bodyOf(plans.fields, draft, undefined) as {
    sections: { id: string; order: number }[]
  }
  expect(made.map(({ id, order }) => [id, order])).toEqual([
    ['html-css', 1],
    ['html-css-2', 2],
    ['kept', 3],
    ['item', 4],
  ])
})

function offered({ fields }: Collection) {
  const choices = (field: Field) =>
    field.kind === 'choice' ? field.values.map((value) => [field, value] as const) : []
  return fields.flatMap(choices)
}
