import type { OwnReport } from '@rehearse/contracts'
import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const notices = {
  title: 'Notices',
  lead: 'What was put right in your answers, and what came of your reports.',
  visitor: {
    title: 'Sign in to see your notices',
    text: 'What you report about a question is answered here, and answers that were graded anew are listed.',
  },
  new: 'new',
  empty: 'There is nothing to tell you yet.',
  emptyText: 'Below each question is a way to say what is wrong with it: here you read what comes of it.',
  practise: 'Practise',
  erasedQuestion: 'A question that is no longer there',
  regrades: 'Answers graded anew',
  regradesFailed: 'The answers graded anew could not be loaded',
  showingRegrades: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} answers`,
  regradedOn: (when: string) => `graded anew ${when}`,
  points: (count: number, signed: string) => n(count, { one: `${signed} point`, other: `${signed} points` }),
  nowRight: (when: string) =>
    `The key of this question was wrong and has been corrected. Your answer of ${when} counts as right now.`,
  nowWrong: (when: string) =>
    `The key of this question was wrong and has been corrected. Your answer of ${when} counts as wrong now; badges stay yours.`,
  reports: 'What you reported',
  reportsFailed: 'Your reports could not be loaded',
  showingReports: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} reports`,
  reportedOn: (when: string) => `reported ${when}`,
  states: {
    open: 'waiting for an answer',
    resolved: 'put right',
    dismissed: 'left as it is',
  } satisfies Record<OwnReport['state'], string>,
  yours: 'You',
  answer: 'Answer',
}

export type NotificationMessages = typeof notices

export const useNotificationMessages = featureMessages<NotificationMessages>({
  en: () => notices,
  ar: async () => (await import('./messages.ar.ts')).notices,
})
