import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

/** Field labels by the names in documents; the last ones are for names that would be unclear. */
const fields = {
  name: 'Name',
  title: 'Title',
  description: 'Description',
  icon: 'Icon',
  difficulty: 'Difficulty',
  estimatedTime: 'Time',
  prerequisites: 'Prerequisite paths',
  targetSkills: 'Skills it teaches',
  questionCategories: 'Question categories',
  resources: 'Resources',
  url: 'URL',
  category: 'Category',
  type: 'Type',
  tags: 'Tags',
  featured: 'Featured',
  color: 'Colors',
  from: 'From',
  to: 'To',
  sections: 'Sections',
  steps: 'Steps',
  lesson: 'Lesson',
  questionIds: 'Questions',
  readingTime: 'Reading time',
  topics: 'Topics',
  features: 'What it offers',
  subcategory: 'Subcategory',
  companies: 'Companies',
  summary: 'Summary',
  body: 'Text',
  sources: 'Sources',
  language: 'Language',
  groups: 'Groups',
  entries: 'Entries',
  code: 'Code',
  company: 'Company',
  location: 'Location',
  remote: 'Remote work possible',
  level: 'Level',
  salary: 'Salary',
  skills: 'Skills',
  postedOn: 'Posted on',
  closesOn: 'Closes on',
  starterCode: 'Starter code',
  solution: 'Solution',
  html: 'HTML',
  css: 'CSS',
  javascript: 'JavaScript',
  testCases: 'Tests',
  id: 'Id',
  input: 'Expression',
  expectedOutput: 'Expected value',
  explanation: 'Explanation',
  hints: 'Hints',
  duration: 'Days',
  totalQuestions: 'Questions in total',
  dailyQuestions: 'Questions a day',
  isRecommended: 'Recommended',
  isActive: 'Active',
  weight: 'Weight',
  questions: 'Chosen questions',
  order: 'Order',
  minutes: 'Minutes',
  timePerDay: 'Time a day',
  iconName: 'Icon',
  lookedAt: 'What it checks',
}
export type FieldName = keyof typeof fields

const hints: Partial<Record<FieldName, string>> = {
  input: 'A JavaScript expression, evaluated in the loaded page. It can return a promise.',
  expectedOutput: 'The expected value as JSON.',
  dailyQuestions: 'Leave empty to spread the questions evenly.',
  weight: 'Its share of the questions, relative to the other sections.',
  companies: 'One per line, only companies known to ask it.',
  resources: 'One URL per line.',
  closesOn: 'The last day learners see it.',
}

/** Names of repeated parts of a document. */
const items: Partial<Record<FieldName, { one: string; add: string }>> = {
  sections: { one: 'Section', add: 'Add section' },
  steps: { one: 'Step', add: 'Add step' },
  sources: { one: 'Source', add: 'Add source' },
  groups: { one: 'Group', add: 'Add group' },
  entries: { one: 'Entry', add: 'Add entry' },
  testCases: { one: 'Test', add: 'Add test' },
}

const collections = {
  sections: { one: 'section', many: 'Sections', add: 'Add section' },
  categories: { one: 'category', many: 'Categories', add: 'Add category' },
  topics: { one: 'topic', many: 'Topics', add: 'Add topic' },
  paths: { one: 'learning path', many: 'Learning paths', add: 'Add learning path' },
  plans: { one: 'plan', many: 'Plan templates', add: 'Add plan' },
  challenges: { one: 'challenge', many: 'Challenges', add: 'Add challenge' },
  resources: { one: 'resource', many: 'Resources', add: 'Add resource' },
  guides: { one: 'guide', many: 'Guides', add: 'Add guide' },
  bank: { one: 'item', many: 'Question bank', add: 'Add item' },
  articles: { one: 'article', many: 'Articles', add: 'Add article' },
  cheatSheets: { one: 'cheat sheet', many: 'Cheat sheets', add: 'Add cheat sheet' },
  jobs: { one: 'job', many: 'Jobs', add: 'Add job' },
}
export type CollectionName = keyof typeof collections

const pages = {
  sections: {
    title: 'Sections',
    lead: 'The sections of the question bank, in the order learners see them.',
  },
  content: {
    title: 'Paths and plans',
    lead: 'How questions are organized, and the plans built from them.',
  },
  learningResources: {
    title: 'Learning resources',
    lead: 'What learners find in the library besides questions.',
  },
}
export type PageName = keyof typeof pages

const choices: Record<string, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  'all-levels': 'All levels',
  easy: 'Easy',
  medium: 'Medium',
  hard: 'Hard',
  tool: 'Tool',
  article: 'Article',
  video: 'Video',
  website: 'Website',
  podcast: 'Podcast',
  course: 'Course',
  'full-time': 'Full time',
  'part-time': 'Part time',
  contract: 'Contract',
  internship: 'Internship',
  junior: 'Junior',
  mid: 'Mid-level',
  senior: 'Senior',
  lead: 'Lead',
  Beginner: 'Beginner',
  Intermediate: 'Intermediate',
  Advanced: 'Advanced',
}

export const content = {
  fields,
  hints,
  items,
  collections,
  pages,
  choices,
  icons: {
    learning: 'Learning',
    practice: 'Practice',
    'interview-prep': 'Interviews',
    media: 'Media',
    coding: 'Coding',
    'system-design': 'System design',
    security: 'Security',
    performance: 'Performance',
    testing: 'Testing',
    deployment: 'Deployment',
  },
  maybe: { '': 'Default for the number of days', yes: 'Yes', no: 'No' },
  filters: 'Filters',
  search: 'Search',
  all: 'All',
  found: (shown: number, all: number) =>
    shown === all
      ? n(all, { one: '# entry', other: '# entries' })
      : `${n(shown, { one: '# entry', other: '# entries' })} of ${all}`,
  noMatch: 'No results',
  empty: (many: string) => `${many}: nothing here yet`,
  arrangeHint:
    'Drag a row by its handle, or press Enter on the handle, move it with the arrow keys and press Enter again.',
  arrangeNarrowed: 'Clear the search and filters to change the order.',
  arrangeFailed: 'The order could not be saved',
  drag: (title: string) => `Move "${title}"`,
  edit: (title: string) => `Edit "${title}"`,
  remove: (title: string) => `Remove "${title}"`,
  inactive: 'Inactive',
  asLearners: 'As learners see it',
  deleted: (title: string) => `"${title}" was deleted`,
  undo: 'Undo',
  deleteTitle: (one: string) => `Delete ${one}`,
  deleteConfirm: (title: string) => `Are you sure you want to delete "${title}"?`,
  deleteFailed: 'It could not be deleted',
  moved: (count: number) =>
    n(count, {
      one: 'It has # question. Choose where to move it.',
      other: 'It has # questions. Choose where to move them.',
    }),
  reassign: 'Move the questions to',
  moveAndDelete: 'Move and delete',
  choose: 'Choose …',
  unsavedNew: (one: string) => `Your unsaved new ${one} is still here.`,
  gone: 'This entry no longer exists',
  toList: 'Show the list',
  create: (one: string) => `Create ${one}`,
  save: 'Save changes',
  saving: 'Saving…',
  saveFailed: 'It could not be saved',
  invalid: 'Some fields have errors.',
  stale: 'Someone else changed this in the meantime',
  staleText: 'Your changes are still here, and nothing was overwritten.',
  takeTheirs: 'Load the latest version',
  keepMine: 'Overwrite with mine',
  fieldErrors: {
    required: 'Fill in this field',
    number: (min: number, max: number) => `Enter a number from ${min} to ${max}`,
    tooFew: (min: number) => `At least ${min}`,
    tooLong: (max: number) => `At most ${max} characters`,
    bareDiagram: 'Describe each diagram in its brackets: ![What it shows.](diagrams/name.svg)',
  },
  linesHint: 'One per line.',
  preview: (label: string) => `${label}, as learners see it`,
  item: (label: string, at: number) => `${label} ${at}`,
  saveSteps: 'Export steps as Markdown',
  readSteps: 'Import steps from Markdown',
  stepsUnread:
    'This file contains no steps. Export the steps first to see the format, or choose another file.',
  stepsTooLarge: 'This file is larger than 1 MB. Choose a file that was exported here.',
  stepsImported: ({ all, added, removed }: { all: number; added: number; removed: number }) =>
    `Steps imported: ${all}. Added: ${added}. Removed: ${removed}. Nothing is saved until you save the changes.`,
  moveUp: (name: string) => `Move up: ${name}`,
  moveDown: (name: string) => `Move down: ${name}`,
  available: (category: string, count: number | null) =>
    count === null
      ? `There is no category "${category}".`
      : n(count, { one: `${category} has # question.`, other: `${category} has # questions.` }),
  drawn: 'None chosen: questions come from the category.',
  noneChosen: 'None chosen yet.',
  findQuestion: 'Find questions to choose',
  add: (title: string) => `Add "${title}"`,
  repeated: 'Already chosen',
  checkFailed: 'The questions could not be checked',
  questionStates: {
    open: 'Open',
    inactive: 'Inactive',
    unapproved: 'Not approved',
    deleted: 'Deleted',
    missing: 'Does not exist',
  },
}

export type ContentMessages = typeof content

const tables: FeatureTables<ContentMessages> = {
  en: () => content,
  ar: async () => (await import('./messages.ar.ts')).content,
}

export const useContentMessages = () => useFeatureMessages(tables)
