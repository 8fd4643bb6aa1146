import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const questionFields = {
  javascript: {
    title: 'JavaScript questions',
    lead: 'Scope, values, asynchronous code, and functions to write by hand.',
  },
  react: { title: 'React questions', lead: 'Rendering, state, effects, and what goes with them.' },
  'user-interface': {
    title: 'User interface questions',
    lead: 'Layout, components and styles, as interviews ask for them.',
  },
  'system-design': {
    title: 'System design questions',
    lead: 'Clarify, sketch, go deep, and say what it costs.',
  },
  behavioral: {
    title: 'Behavioral questions',
    lead: 'Stories of your own work, told so that they can be followed.',
  },
  'company-specific': {
    title: 'Questions by company',
    lead: 'What is known to be asked where. Nobody is named without a source.',
  },
  practiceTitle: 'Practice here',
  practiceText: 'Questions with an explanation for each answer. They count for points and streak.',
  practice: 'Start practicing',
  exercises: 'Exercises elsewhere',
  count: (count: number) => n(count, { one: '# exercise', other: '# exercises' }),
  minutes: (count: number) => n(count, { one: '# minute', other: '# minutes' }),
  elsewhere: '(another site)',
  difficulty: 'Difficulty',
  company: 'Company',
  allCompanies: 'All companies',
  noCompanies: 'No exercise names a company yet, so all of them are here.',
  noMatchTitle: 'No exercise matches',
  noMatchText: 'Nothing fits this choice.',
  showAll: 'Show all of them',
  loadFailed: 'The exercises could not be loaded',
  guide: 'To prepare',
  openGuide: 'Read the guide',
}

export type FieldMessages = typeof questionFields
