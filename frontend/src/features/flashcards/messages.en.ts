import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const flashcards = {
  title: 'Flashcards',
  visitor: {
    title: 'Sign in to review your flashcards',
    text: 'Every question that you answer becomes a card, and comes back just before you would forget it.',
  },
  loadFailed: 'The flashcards could not be loaded',
  emptyTitle: 'Nothing is due',
  emptyText: (days: number | null) =>
    days === null
      ? 'Every question that you answer becomes a card, and comes back just before you would forget it.'
      : n(days, { one: 'The next card comes tomorrow.', other: 'The next card comes in # days.' }),
  emptyAction: 'Answer new questions',
  position: (at: string, of: string) => `${at} / ${of}`,
  positionLabel: (at: string, of: string) => `Card ${at} of ${of}`,
  show: 'Show the answer',
  answer: 'Answer',
  rightOptions: 'What is right',
  why: 'Why',
  cardFailed: 'This card could not be loaded',
  skip: 'Leave it for later',
  ask: 'How well did you know it?',
  ratings: { 1: 'Again', 2: 'Hard', 3: 'Good', 4: 'Easy' },
  /** Between a rating and its interval, for those who hear it. */
  comesBack: 'comes back in',
  rated: (interval: string) => `It comes back in ${interval}.`,
  saveFailed: 'Your rating has not been saved yet',
  keys: 'Space shows the answer; 1 to 4 say how well you knew it.',
  endTitle: 'That was all that is due',
  endMoreTitle: 'That was a round',
  endText: (count: number) => n(count, { one: '# card reviewed.', other: '# cards reviewed.' }),
  endNone: 'You left them all for later. They will be here.',
  more: (count: number) => n(count, { one: 'One more card', other: '# more cards' }),
  tomorrow: 'Tomorrow',
  tomorrowLine: (count: number) => n(count, { one: 'card comes due', other: 'cards come due' }),
  known: 'Known',
  reviewed: 'Reviewed',
  toProgress: 'See what is to come',
}

export type FlashcardMessages = typeof flashcards

export const useFlashcardMessages = featureMessages<FlashcardMessages>({
  en: () => flashcards,
  ar: async () => (await import('./messages.ar.ts')).flashcards,
})
