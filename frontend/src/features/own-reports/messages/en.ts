import type { OwnReport } from '@rehearse/contracts'

export const ownReports = {
  title: 'What you reported',
  lead: 'Questions that you found something wrong with, and what came of it.',
  visitor: {
    title: 'Sign in to see your reports',
    text: 'What you report about a question is answered here.',
  },
  loadFailed: 'Your reports could not be loaded',
  showing: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} reports`,
  empty: 'You have reported nothing yet.',
  emptyText: 'Below each question is a way to say what is wrong with it.',
  practise: 'Practise',
  erasedQuestion: 'A question that is no longer there',
  reportedOn: (when: string) => `reported ${when}`,
  states: {
    open: 'waiting for an answer',
    resolved: 'put right',
    dismissed: 'left as it is',
  } satisfies Record<OwnReport['state'], string>,
  yours: 'You',
  answer: 'Answer',
}

export type OwnReportMessages = typeof ownReports
