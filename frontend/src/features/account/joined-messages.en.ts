import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const joined = {
  title: 'Your account is ready',
  offer: (count: number) =>
    n(count, { one: 'Add your # answer to this account?', other: 'Add your # answers to this account?' }),
  offerText: 'You answered them on this device before you signed up. Each counts once, with its points.',
  add: (count: number) => n(count, { one: 'Add # answer', other: 'Add # answers' }),
  adding: 'Adding...',
  discard: 'Discard them',
  added: (count: number) =>
    n(count, { one: '# answer added to your account.', other: '# answers added to your account.' }),
  badges: (names: readonly string[]) =>
    `${names.length === 1 ? 'New badge' : 'New badges'}: ${names.join(', ')}`,
  waiting: 'The server can’t be reached. Your answers are added as soon as it can.',
  setUp: 'Set up your preparation',
  setUpText:
    'Three short questions about your goal, your level, and your time. Then you get your first step.',
  start: 'Set up',
  skip: 'Skip for now',
}

export type JoinedMessages = typeof joined

/** Texts for a new account. */
export const useJoinedMessages = featureMessages<JoinedMessages>({
  en: () => joined,
  ar: async () => (await import('./joined-messages.ar.ts')).joined,
})
