import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const questionBrowser = {
  allTitle: 'All questions',
  allLead: 'Search and filter the whole question bank.',
  search: 'Search',
  category: 'Category',
  topic: 'Topic',
  learningPath: 'Learning path',
  difficulty: 'Difficulty',
  status: 'Status',
  statuses: { unseen: 'Not answered', missed: 'Missed', correct: 'Correct' },
  any: 'Any',
  counted: (name: string, count: number) => `${name} (${n(count, { other: '#' })})`,
  correct: 'Answered correctly',
  incorrect: 'Answered incorrectly, try again',
  reserved: (count: number) =>
    n(count, {
      one: '# question is reserved for your mock exam and not listed here.',
      other: '# questions are reserved for your mock exam and not listed here.',
    }),
  noMatchTitle: 'No questions match',
  noMatchText: 'Remove a filter or search for another word.',
  showAll: 'Show all questions',
  listsTitle: 'Question lists',
  listsLead: 'Short lists chosen by our editors.',
  noListsTitle: 'There are no lists yet',
  noListsText: 'Browse all questions instead.',
  missingTitle: 'This list does not exist',
  missingText: 'It may have been deleted, or the address is mistyped.',
  practice: 'Practice this list',
  listDone: (correct: number, total: number) =>
    `${n(correct, { other: '#' })} of ${n(total, { other: '#' })} correct`,
}

export type QuestionBrowserMessages = typeof questionBrowser

export const useQuestionBrowserMessages = featureMessages<QuestionBrowserMessages>({
  en: () => questionBrowser,
  ar: async () => (await import('./messages.ar.ts')).questionBrowser,
})
