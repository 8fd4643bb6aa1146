import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const questionFields = {
  javascript: {
    title: 'JavaScript questions',
    lead: 'Scope, values, asynchronous code, and functions to write by hand.',
  },
  react: { title: 'React questions', lead: 'Rendering, state, effects, and related topics.' },
  'user-interface': {
    title: 'User interface questions',
    lead: 'Layout, components, and styles, the way interviewers ask about them.',
  },
  'system-design': {
    title: 'System design questions',
    lead: 'Clarify requirements, sketch a design, go deep, and name the trade-offs.',
  },
  behavioral: {
    title: 'Behavioral questions',
    lead: 'Stories from your own work, told clearly.',
  },
  'company-specific': {
    title: 'Questions by company',
    lead: 'Questions that companies are known to ask, each with a source.',
  },
  practiceTitle: 'Practice here',
  practiceText: 'Questions with an explanation for each answer. They count for points and streak.',
  practice: 'Start practicing',
  exercises: 'Exercises on other sites',
  count: (count: number) => n(count, { one: '# exercise', other: '# exercises' }),
  minutes: (count: number) => n(count, { one: '# minute', other: '# minutes' }),
  elsewhere: '(another site)',
  difficulty: 'Difficulty',
  company: 'Company',
  allCompanies: 'All companies',
  noCompanies: 'No exercises are linked to a company yet, so all of them are shown.',
  noMatchTitle: 'No exercises match these filters',
  noMatchText: 'Change the filters, or show all exercises.',
  showAll: 'Show all exercises',
  loadFailed: 'The exercises could not be loaded',
  guide: 'Prepare',
  openGuide: 'Read the guide',
}

export type FieldMessages = typeof questionFields
