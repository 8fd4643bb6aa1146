import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const waitingAnswers = {
  title: 'Answers to sync',
  lead: 'Answers you give offline are saved on this device and synced in order. They disappear from this list once the server has them.',
  visitor: {
    title: 'Sign in to see your answers',
    text: 'Answers on this device are shown only to the person who gave them.',
  },
  waiting: 'Waiting to sync',
  waitingCount: (count: number) => n(count, { one: '# answer', other: '# answers' }),
  since: (moment: string) => `Saved ${moment}`,
  sendAll: 'Sync all now',
  sending: 'Syncing...',
  stillAway: "The server could not be reached. We'll retry automatically.",
  refused: 'Rejected',
  refusedText: "The server rejected these answers. They don't count toward your progress.",
  given: (moment: string) => `Answered ${moment}`,
  reason: (reason: string) => `Reason: ${reason}`,
  again: 'Try again',
  discard: 'Discard',
  discardTitle: 'Discard this answer?',
  discardText: "It is only on this device. If you discard it, it won't count toward your progress.",
  keep: 'Keep answer',
  unknown: 'Question',
  emptyTitle: 'No answers to sync',
  emptyText: 'All answers from this device have been synced.',
  practice: 'Practice',
  unreadable:
    "This browser doesn't allow storage, for example in a private window. Answers are sent right away or not at all.",
}

export type SyncQueueMessages = typeof waitingAnswers

export const useSyncQueueMessages = featureMessages<SyncQueueMessages>({
  en: () => waitingAnswers,
  ar: async () => (await import('./messages.ar.ts')).waitingAnswers,
})
