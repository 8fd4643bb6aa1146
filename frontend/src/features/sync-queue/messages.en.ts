import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const waitingAnswers = {
  title: 'Answers on this device',
  lead: 'Answers given without a network are kept here and sent in order, each once. They leave when the server has them.',
  visitor: {
    title: 'Sign in to see your answers',
    text: 'What waits on this device is kept for the person who answered.',
  },
  waiting: 'Waiting to be sent',
  waitingCount: (count: number) => n(count, { one: '# answer', other: '# answers' }),
  since: (moment: string) => `waits since ${moment}`,
  sendAll: 'Send all now',
  sending: 'Sending...',
  stillAway: 'The server could not be reached. They wait on, and are tried again by themselves.',
  refused: 'Refused',
  refusedText: 'The server would not take these. Nothing is counted for them.',
  given: (moment: string) => `given ${moment}`,
  reason: (reason: string) => `Reason: ${reason}`,
  again: 'Try again',
  discard: 'Discard',
  discardTitle: 'Discard this answer?',
  discardText: 'It is on this device alone. Discarded, it will never count.',
  keep: 'Keep it',
  unknown: 'A question',
  emptyTitle: 'Nothing waits here',
  emptyText: 'Every answer given on this device is counted.',
  practise: 'Practise',
  unreadable:
    'This browser keeps nothing, as in some private windows. Answers are sent at once or not at all.',
}

export type SyncQueueMessages = typeof waitingAnswers

export const useSyncQueueMessages = featureMessages<SyncQueueMessages>({
  en: () => waitingAnswers,
  ar: async () => (await import('./messages.ar.ts')).waitingAnswers,
})
