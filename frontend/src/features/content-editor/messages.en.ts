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
  prerequisites: 'Paths to do first',
  targetSkills: 'Skills it teaches',
  questionCategories: 'Categories of its questions',
  resources: 'Resources',
  url: 'Address',
  category: 'Category',
  type: 'Type',
  tags: 'Tags',
  featured: 'Featured',
  color: 'Colours',
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
  remote: 'Remote work is possible',
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
  totalQuestions: 'Questions in all',
  dailyQuestions: 'Questions a day',
  isRecommended: 'Recommended',
  isActive: 'Active',
  weight: 'Weight',
  questions: 'Chosen questions',
  order: 'Order',
  minutes: 'Minutes',
  timePerDay: 'Time a day',
  iconName: 'Icon',
  lookedAt: 'What it looks at',
}
export type FieldName = keyof typeof fields

const hints: Partial<Record<FieldName, string>> = {
  input: 'A JavaScript expression, evaluated in the finished page; it may be a promise.',
  expectedOutput: 'The JSON of the value that the expression must have.',
  dailyQuestions: 'Left empty, an even share of the whole.',
  weight: 'Its share of the questions, relative to the other sections.',
  companies: 'One a line, and only who is known to ask it.',
  resources: 'One address a line.',
  closesOn: 'The last day on which learners see it.',
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
    lead: 'The parts that the bank of questions is divided into, in the order learners see.',
  },
  content: {
    title: 'Paths and plans',
    lead: 'What questions are filed under, and the plans that are made of them.',
  },
  learningResources: {
    title: 'Learning resources',
    lead: 'What learners find in the library beside the questions.',
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
  maybe: { '': 'As it follows from the days', yes: 'Yes', no: 'No' },
  filters: 'Narrow the list',
  search: 'Search',
  all: 'All',
  found: (shown: number, all: number) =>
    shown === all
      ? n(all, { one: '# entry', other: '# entries' })
      : `${n(shown, { one: '# entry', other: '# entries' })} of ${all}`,
  noMatch: 'Nothing matches',
  empty: (many: string) => `${many}: nothing here yet`,
  arrangeHint:
    'Drag a row by its handle, or press Enter on the handle, move it with the arrow keys and press Enter again.',
  arrangeNarrowed: 'Only the whole list can be arranged: clear the search and filters first.',
  arrangeFailed: 'The order was not saved',
  drag: (title: string) => `Move "${title}"`,
  edit: (title: string) => `Edit "${title}"`,
  remove: (title: string) => `Remove "${title}"`,
  inactive: 'Inactive',
  asLearners: 'As learners see it',
  deleted: (title: string) => `"${title}" was deleted`,
  undo: 'Undo',
  deleteTitle: (one: string) => `Delete ${one}`,
  deleteConfirm: (title: string) => `Are you sure you want to delete "${title}"?`,
  deleteFailed: 'It was not deleted',
  moved: (count: number) =>
    n(count, {
      one: '# question is filed under it. Say where it goes.',
      other: '# questions are filed under it. Say where they go.',
    }),
  reassign: 'Move the questions to',
  moveAndDelete: 'Move and delete',
  choose: 'Choose …',
  keptNew: (one: string) => `A new ${one} that you began is still here.`,
  gone: 'There is no such entry any more',
  toList: 'Show the list',
  create: (one: string) => `Create ${one}`,
  save: 'Save changes',
  saving: 'Saving…',
  saveFailed: 'It was not saved',
  invalid: 'Some fields need another look.',
  stale: 'Somebody else has changed this meanwhile',
  staleText: 'What you have written is still here, and nothing was overwritten.',
  takeTheirs: 'Load the current state',
  keepMine: 'Save mine over it',
  fieldErrors: {
    required: 'This is required',
    number: (min: number, max: number) => `A number from ${min} to ${max}`,
    tooFew: (min: number) => `At least ${min}`,
    tooLong: (max: number) => `At most ${max} characters`,
  },
  linesHint: 'One a line.',
  preview: (label: string) => `${label}, as learners see it`,
  item: (label: string, at: number) => `${label} ${at}`,
  moveUp: (name: string) => `Move up: ${name}`,
  moveDown: (name: string) => `Move down: ${name}`,
  available: (category: string, count: number | null) =>
    count === null
      ? `There is no category "${category}".`
      : n(count, { one: `${category} has # question.`, other: `${category} has # questions.` }),
  drawn: 'None chosen: they are drawn from the category.',
  noneChosen: 'None chosen yet.',
  findQuestion: 'Find questions to choose',
  add: (title: string) => `Add "${title}"`,
  repeated: 'Chosen already',
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
