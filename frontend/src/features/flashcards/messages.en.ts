import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const flashcards = {
  title: 'Flashcards',
  visitor: {
    title: 'Sign in to review your flashcards',
    text: 'Every question you answer becomes a flashcard that comes back just before you would forget it.',
  },
  loadFailed: 'The flashcards could not be loaded',
  emptyTitle: 'No cards are due',
  emptyText: (days: number | null) =>
    days === null
      ? 'Every question you answer becomes a flashcard that comes back just before you would forget it.'
      : n(days, { one: 'The next card is due tomorrow.', other: 'The next card is due in # days.' }),
  emptyAction: 'Answer new questions',
  position: (at: string, of: string) => `${at} / ${of}`,
  positionLabel: (at: string, of: string) => `Card ${at} of ${of}`,
  show: 'Show answer',
  answer: 'Answer',
  rightOptions: 'Correct answer',
  why: 'Why',
  cardFailed: 'This card could not be loaded',
  skip: 'Skip for now',
  ask: 'How well did you know it?',
  ratings: { 1: 'Again', 2: 'Hard', 3: 'Good', 4: 'Easy' },
  /** Between a rating and its interval, for screen readers. */
  comesBack: 'next review in',
  rated: (interval: string) => `Next review in ${interval}.`,
  saveFailed: 'Your rating has not been saved yet',
  whyThisDate: 'Why this date?',
  keys: 'Press Space to show the answer, then 1 to 4 to rate how well you knew it.',
  endTitle: 'All due cards reviewed',
  endMoreTitle: 'Session complete',
  endText: (count: number) => n(count, { one: '# card reviewed.', other: '# cards reviewed.' }),
  endNone: 'You skipped every card. They are still due.',
  more: (count: number) => n(count, { one: 'Review one more card', other: 'Review # more cards' }),
  tomorrow: 'Tomorrow',
  tomorrowLine: (count: number) => n(count, { one: 'card due', other: 'cards due' }),
  known: 'Known',
  reviewed: 'Reviewed',
  toProgress: 'View upcoming reviews',
}

export type FlashcardMessages = typeof flashcards

export const useFlashcardMessages = featureMessages<FlashcardMessages>({
  en: () => flashcards,
  ar: async () => (await import('./messages.ar.ts')).flashcards,
})
