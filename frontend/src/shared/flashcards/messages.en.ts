import { featureMessages } from '../i18n/feature-messages.ts'
import { pluralIn } from '../i18n/plural.ts'

const n = pluralIn('en')

export const schedule = {
  title: 'Flashcards',
  lead: 'When your cards come back.',
  loadFailed: 'Your flashcard settings could not be loaded',
  retention: 'Chance of remembering a card when it comes back (%)',
  retentionHint:
    '80 to 95. A higher chance means you forget less and review more often. Changing it reschedules all your cards.',
  retentionError: 'Enter a whole number from 80 to 95.',
  whyRetention: 'When your cards come back',
  whyRetentionDue: (percent: string) =>
    `A card comes back on the day when your chance of remembering it has fallen to ${percent}. FSRS, a scheduling algorithm, estimates that chance from all your ratings of the card.`,
  whyRetentionChange:
    'When you change the percentage, we calculate all due dates again, and count the cards due by the end of tomorrow. For the reviews per day, we add up all cards: one with ten days between reviews counts as 0.1.',
  save: 'Save',
  saving: 'Saving...',
  saveFailed: 'Your change could not be saved',
  /** What a change does to the number of reviews. */
  due: (after: number, before: number, beforeText: string) => {
    const cards = n(after, { zero: 'No cards are', one: '# card is', other: '# cards are' })
    return `${cards} due by the end of tomorrow, ${after === before ? 'as before' : `instead of ${beforeText}`}.`
  },
  perDay: (difference: number) => {
    if (difference === 0) return 'In the long run, you review about as often as before.'
    const reviews = n(Math.abs(difference), { one: '# review', other: '# reviews' })
    return `In the long run, that’s about ${reviews} ${difference > 0 ? 'more' : 'fewer'} a day.`
  },
  fitted: (reviews: number, percent: string) =>
    `Fitted to ${n(reviews, { one: 'your # review', other: 'your # reviews' })}: ${percent} better predictions.`,
  whyFit: 'How we compare the schedules',
  measured: (heldOut: number) =>
    `We measured this on your newest ${n(heldOut, { one: '# review', other: '# reviews' })}, which the fit didn’t use: the log loss is lower than with the previous schedule.`,
  logLoss:
    'For each review, a schedule predicts the chance that you remember the card. Log loss measures how far these predictions are from what happened; 0 would be perfect.',
  revert: 'Use the standard schedule',
  reverting: 'Rescheduling...',
  standard: 'Your cards follow the standard schedule.',
  fitsLater: (reviews: string, from: string) =>
    `After ${from} reviews, we fit it to your memory if that predicts your reviews better. You have ${reviews}.`,
  fitsIfBetter:
    'We fit it to your memory after every 1,000 reviews, and use the fit only if it predicts your newest reviews better.',
  lastReview: (day: string) => `You last reviewed this card on ${day}.`,
  learning: 'You’re still learning it, so it comes back within minutes.',
  fades: (days: number) =>
    `Your chance of remembering it falls to 90% about ${n(days, { one: '# day', other: '# days' })} after that.`,
  cameBack: (percent: string, day: string) =>
    `You want to remember ${percent} of your cards, so this one came back on ${day}.`,
  comesBack: (percent: string, day: string) =>
    `You want to remember ${percent} of your cards, so this one comes back on ${day}.`,
  now: (percent: string) => `Right now, your chance of remembering it is about ${percent}.`,
}

export type ScheduleMessages = typeof schedule

/** Texts about the schedule of flashcards. */
export const useScheduleMessages = featureMessages<ScheduleMessages>({
  en: () => schedule,
  ar: async () => (await import('./messages.ar.ts')).schedule,
})
