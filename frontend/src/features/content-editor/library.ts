import { codeLanguages } from '../../shared/ui/code-language.ts'
import { type Collection, type Draft, type Field, levels } from './collection.ts'

const title: Field = { name: 'title', kind: 'text', max: 200 }
const tags: Field = { name: 'tags', kind: 'lines', optional: 'blank' }
const url: Field = { name: 'url', kind: 'text', type: 'url', max: 2_000 }
const minutes = (name: 'estimatedTime' | 'readingTime'): Field => ({
  name,
  label: 'minutes',
  kind: 'number',
  min: 1,
  max: 600,
})

const document = { title: 'title', ordered: true } as const

const resources: Collection = {
  ...document,
  name: 'resources',
  address: '/api/resources',
  filters: ['type', 'difficulty'],
  searched: ['description', 'tags'],
  shown: ['type', 'difficulty'],
  fields: [
    title,
    { name: 'description', kind: 'long', max: 2_000 },
    url,
    { name: 'category', kind: 'pick', source: 'resourceCategories' },
    {
      name: 'type',
      kind: 'choice',
      values: ['tool', 'article', 'video', 'website', 'podcast', 'course'],
      initially: 'article',
    },
    { name: 'difficulty', kind: 'choice', values: levels, initially: 'beginner' },
    tags,
    { name: 'featured', kind: 'flag' },
  ],
}

const guides: Collection = {
  ...document,
  name: 'guides',
  address: '/api/guides',
  filters: ['difficulty'],
  searched: ['description', 'targetSkills'],
  shown: ['difficulty'],
  showsDiagrams: true,
  page: (id) => `/preparation-guides/${id}`,
  fields: [
    title,
    { name: 'description', kind: 'long', max: 2_000 },
    {
      name: 'difficulty',
      kind: 'choice',
      values: ['all-levels', 'intermediate', 'advanced'],
      initially: 'all-levels',
    },
    minutes('estimatedTime'),
    {
      name: 'icon',
      label: 'iconName',
      kind: 'choice',
      values: ['compass', 'braces', 'atom', 'palette', 'boxes', 'messages'],
      proper: true,
      initially: 'compass',
    },
    {
      name: 'color',
      kind: 'group',
      fields: [
        { name: 'from', kind: 'color' },
        { name: 'to', kind: 'color' },
      ],
    },
    {
      name: 'sections',
      kind: 'items',
      min: 1,
      fields: [
        title,
        { name: 'description', kind: 'long', max: 5_000, look: 'markdown', rows: 12 },
        minutes('readingTime'),
        { name: 'topics', kind: 'lines', optional: 'blank' },
      ],
    },
    { name: 'features', kind: 'lines', optional: 'blank' },
    { name: 'targetSkills', kind: 'lines', optional: 'blank' },
  ],
}

const bank: Collection = {
  ...document,
  name: 'bank',
  address: '/api/question-bank',
  filters: ['category', 'difficulty'],
  searched: ['description', 'tags', 'companies'],
  shown: ['category', 'difficulty'],
  fields: [
    title,
    { name: 'description', kind: 'long', max: 5_000 },
    url,
    {
      name: 'category',
      kind: 'choice',
      proper: true,
      values: [
        'JavaScript Functions',
        'User Interface Coding',
        'Algorithmic Coding',
        'System Design',
        'React',
        'CSS',
        'Web APIs',
        'Testing',
      ],
      initially: 'JavaScript Functions',
    },
    { name: 'subcategory', kind: 'text', max: 100 },
    { name: 'difficulty', kind: 'choice', values: ['easy', 'medium', 'hard'], initially: 'easy' },
    minutes('estimatedTime'),
    tags,
    { name: 'companies', kind: 'lines', optional: 'blank' },
  ],
}

const articles: Collection = {
  ...document,
  name: 'articles',
  address: '/api/articles',
  filters: ['difficulty'],
  searched: ['summary', 'tags', 'category'],
  shown: ['category', 'difficulty'],
  showsDiagrams: true,
  page: (id) => `/articles/${id}`,
  fields: [
    title,
    { name: 'summary', kind: 'long', max: 1_000, rows: 3 },
    { name: 'body', kind: 'long', max: 100_000, look: 'markdown', rows: 18 },
    { name: 'category', kind: 'text', max: 100 },
    { name: 'difficulty', kind: 'choice', values: levels, initially: 'beginner' },
    minutes('readingTime'),
    tags,
    { name: 'sources', kind: 'items', min: 0, fields: [title, url] },
  ],
}

const cheatSheets: Collection = {
  ...document,
  name: 'cheatSheets',
  address: '/api/cheatsheets',
  filters: ['language'],
  searched: ['description', 'tags', 'category'],
  shown: ['category', 'language'],
  page: () => '/cheatsheet',
  fields: [
    title,
    { name: 'description', kind: 'long', max: 1_000, rows: 3 },
    { name: 'category', kind: 'text', max: 100 },
    {
      name: 'language',
      kind: 'choice',
      values: ['html', 'css', 'javascript', 'typescript', 'jsx', 'shell', 'http'],
      proper: true,
      initially: 'javascript',
    },
    {
      name: 'groups',
      kind: 'items',
      min: 1,
      fields: [
        title,
        {
          name: 'entries',
          kind: 'items',
          min: 1,
          fields: [
            { name: 'code', kind: 'long', max: 2_000, look: 'code', rows: 2 },
            { name: 'description', kind: 'long', max: 1_000, rows: 2 },
          ],
        },
      ],
    },
    tags,
  ],
}

const jobs: Collection = {
  ...document,
  name: 'jobs',
  address: '/api/jobs',
  filters: ['type', 'level'],
  searched: ['company', 'location', 'description', 'skills'],
  shown: ['company', 'type', 'level'],
  fields: [
    title,
    { name: 'company', kind: 'text', max: 200 },
    { name: 'location', kind: 'text', max: 200 },
    { name: 'remote', kind: 'flag' },
    {
      name: 'type',
      kind: 'choice',
      values: ['full-time', 'part-time', 'contract', 'internship'],
      initially: 'full-time',
    },
    { name: 'level', kind: 'choice', values: ['junior', 'mid', 'senior', 'lead'], optional: 'absent' },
    { name: 'description', kind: 'long', max: 20_000, look: 'markdown', rows: 8 },
    { name: 'salary', kind: 'text', max: 200, optional: 'absent' },
    { name: 'skills', kind: 'lines', optional: 'blank' },
    url,
    { name: 'postedOn', kind: 'text', type: 'date', max: 10 },
    { name: 'closesOn', kind: 'text', type: 'date', max: 10, optional: 'absent' },
  ],
}

const isKind =
  (...kinds: string[]) =>
  ({ kind }: Draft) =>
    kinds.includes(String(kind))
const isWeb = isKind('web')
const hasFiles = isKind('typescript', 'react', 'tests', 'review')
const hasTests = isKind('typescript', 'react', 'tests')

const code = (name: 'starterCode' | 'solution'): Field => ({
  name,
  kind: 'group',
  when: isWeb,
  fields: codeLanguages.map((language) => ({
    name: language,
    kind: 'code',
    language,
    max: 50_000,
    optional: 'blank',
  })),
})

const filePath: Field = { name: 'path', kind: 'text', max: 100 }
const fileText: Field = { name: 'text', kind: 'code', max: 50_000, optional: 'blank' }

const challenges: Collection = {
  ...document,
  name: 'challenges',
  address: '/api/challenges',
  filters: ['kind', 'category', 'difficulty'],
  searched: ['description', 'tags'],
  shown: ['kind', 'category', 'difficulty'],
  isLoadedOnOpen: true,
  page: (id) => `/coding/${id}`,
  fields: [
    title,
    {
      name: 'kind',
      kind: 'choice',
      values: ['web', 'typescript', 'react', 'tests', 'review'],
      initially: 'web',
    },
    {
      name: 'category',
      kind: 'choice',
      values: [...codeLanguages, 'typescript', 'react', 'testing'],
      proper: true,
      initially: 'javascript',
    },
    { name: 'difficulty', kind: 'choice', values: ['easy', 'medium', 'hard'], initially: 'easy' },
    { name: 'timeLimit', kind: 'number', min: 100, max: 10_000, initially: 1_500, when: hasTests },
    { name: 'description', kind: 'long', max: 10_000, look: 'markdown', rows: 8 },
    code('starterCode'),
    {
      name: 'testCases',
      kind: 'items',
      min: 1,
      when: isWeb,
      fields: [
        { name: 'id', kind: 'id' },
        { name: 'name', kind: 'text', max: 200 },
        { name: 'description', kind: 'long', max: 1_000, rows: 2, optional: 'blank' },
        {
          name: 'type',
          label: 'lookedAt',
          kind: 'choice',
          values: codeLanguages,
          proper: true,
          initially: 'javascript',
        },
        { name: 'input', kind: 'code', language: 'javascript', max: 10_000 },
        { name: 'expectedOutput', kind: 'long', max: 10_000, look: 'code', rows: 2 },
      ],
    },
    {
      name: 'files',
      kind: 'items',
      min: 1,
      when: hasFiles,
      fields: [
        filePath,
        {
          name: 'access',
          kind: 'choice',
          values: ['editable', 'read-only', 'hidden'],
          initially: 'editable',
        },
        fileText,
      ],
    },
    code('solution'),
    { name: 'solutionFiles', kind: 'items', min: 1, when: hasTests, fields: [filePath, fileText] },
    {
      name: 'mutants',
      kind: 'items',
      min: 1,
      when: isKind('tests'),
      fields: [
        { name: 'name', kind: 'text', max: 200 },
        { name: 'files', kind: 'items', min: 1, fields: [filePath, fileText] },
      ],
    },
    {
      name: 'problems',
      kind: 'items',
      min: 1,
      when: isKind('review'),
      fields: [
        { name: 'id', kind: 'id' },
        filePath,
        { name: 'from', label: 'firstLine', kind: 'number', min: 1, max: 50_000 },
        { name: 'to', label: 'lastLine', kind: 'number', min: 1, max: 50_000 },
        {
          name: 'category',
          kind: 'choice',
          values: ['bug', 'security', 'performance', 'accessibility', 'types', 'readability'],
          initially: 'bug',
        },
        { name: 'explanation', kind: 'long', max: 2_000, rows: 3 },
      ],
    },
    { name: 'complexity', kind: 'text', max: 500, optional: 'blank' },
    { name: 'explanation', kind: 'long', max: 20_000, look: 'markdown', rows: 6 },
    {
      name: 'otherSolutions',
      kind: 'items',
      min: 0,
      fields: [
        title,
        { name: 'complexity', kind: 'text', max: 500, optional: 'blank' },
        { name: 'explanation', kind: 'long', max: 10_000, look: 'markdown', rows: 3, optional: 'blank' },
        {
          name: 'javascript',
          kind: 'code',
          language: 'javascript',
          max: 50_000,
          optional: 'absent',
          when: isWeb,
        },
        { name: 'files', kind: 'items', min: 0, when: hasFiles, fields: [filePath, fileText] },
      ],
    },
    { name: 'hints', kind: 'lines', optional: 'blank' },
    {
      name: 'project',
      kind: 'group',
      optional: 'absent',
      fields: [
        { name: 'id', label: 'projectId', kind: 'text', max: 100, optional: 'absent' },
        { name: 'title', kind: 'text', max: 200, optional: 'absent' },
        { name: 'step', kind: 'number', min: 1, max: 10, optional: 'absent' },
      ],
    },
    tags,
  ],
}

/** The library's lists, as admins edit them. */
export const libraryCollections: readonly [Collection, ...Collection[]] = [
  challenges,
  resources,
  guides,
  bank,
  articles,
  cheatSheets,
  jobs,
]
