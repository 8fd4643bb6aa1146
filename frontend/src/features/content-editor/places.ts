import type { Collection } from './collection.ts'

export const levels = ['beginner', 'intermediate', 'advanced'] as const

export const sections: Collection = {
  name: 'sections',
  address: '/api/sections',
  title: 'name',
  ordered: true,
  filters: [],
  searched: ['description'],
  shown: [],
  questions: 'sectionId',
  fields: [
    { name: 'name', kind: 'text', max: 100 },
    { name: 'description', kind: 'long', max: 2_000, optional: 'blank' },
    { name: 'icon', kind: 'icon' },
  ],
}

export const categories: Collection = {
  name: 'categories',
  address: '/api/categories',
  title: 'name',
  ordered: false,
  filters: [],
  searched: [],
  shown: [],
  questions: 'category',
  fields: [{ name: 'name', kind: 'text', max: 100 }],
}

export const topics: Collection = {
  ...categories,
  name: 'topics',
  address: '/api/topics',
  questions: 'topic',
}

export const paths: Collection = {
  name: 'paths',
  address: '/api/learning-paths',
  title: 'name',
  ordered: true,
  filters: ['difficulty'],
  searched: ['description', 'targetSkills'],
  shown: ['difficulty'],
  questions: 'learningPath',
  fields: [
    { name: 'name', kind: 'text', max: 200 },
    { name: 'description', kind: 'long', max: 2_000, optional: 'blank' },
    { name: 'difficulty', kind: 'choice', values: levels, initially: 'beginner' },
    {
      name: 'estimatedTime',
      label: 'hours',
      kind: 'number',
      min: 0,
      max: 10_000,
      whole: false,
      initially: 0,
    },
    { name: 'prerequisites', kind: 'several', source: 'paths' },
    { name: 'targetSkills', kind: 'lines', optional: 'blank' },
    { name: 'questionCategories', kind: 'several', source: 'categories' },
    { name: 'resources', kind: 'lines', optional: 'blank' },
  ],
}
