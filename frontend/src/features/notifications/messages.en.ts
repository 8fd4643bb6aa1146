import type { OwnReport } from '@rehearse/contracts'
import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const notices = {
  title: 'Notifications',
  lead: 'Answers that were regraded, and replies to your reports.',
  visitor: {
    title: 'Sign in to see your notifications',
    text: 'Replies to your question reports and answers that were regraded appear here.',
  },
  new: 'New',
  empty: 'No notifications yet',
  emptyText: 'To report a problem with a question, select Report below it. The reply appears here.',
  practice: 'Practice',
  erasedQuestion: 'Deleted question',
  regrades: 'Regraded answers',
  regradesFailed: 'Your regraded answers could not be loaded',
  showingRegrades: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} answers`,
  regradedOn: (when: string) => `Regraded ${when}`,
  points: (count: number, signed: string) => n(count, { one: `${signed} point`, other: `${signed} points` }),
  nowRight: (when: string) =>
    `The answer key for this question was corrected. Your answer from ${when} now counts as correct.`,
  nowWrong: (when: string) =>
    `The answer key for this question was corrected. Your answer from ${when} now counts as incorrect. You keep your badges.`,
  reports: 'Your reports',
  reportsFailed: 'Your reports could not be loaded',
  showingReports: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} reports`,
  reportedOn: (when: string) => `Reported ${when}`,
  states: {
    open: 'Waiting for a reply',
    resolved: 'Resolved',
    dismissed: 'Dismissed',
  } satisfies Record<OwnReport['state'], string>,
  yours: 'You',
  answer: 'Reply',
}

export type NotificationMessages = typeof notices

export const useNotificationMessages = featureMessages<NotificationMessages>({
  en: () => notices,
  ar: async () => (await import('./messages.ar.ts')).notices,
})
