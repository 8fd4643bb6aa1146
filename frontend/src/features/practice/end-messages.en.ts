import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const end = {
  title: (correct: string, answered: string) => `Session complete: ${correct} of ${answered} correct`,
  overruled: 'The answer key for this question was corrected. This is how your answer counts now.',
  answeredElsewhere: 'You answered this on another device first. That answer counts.',
  titleNone: 'Session complete',
  none: 'You skipped every question. They will come up again.',
  strip: 'Questions in this session',
  correct: 'Correct',
  points: 'Points',
  time: 'Time',
  perfect: 'A perfect session: every answer is correct.',
  missedTitle: 'What you missed',
  yourAnswer: 'Your answer',
  correctAnswer: 'Correct answer',
  noAnswer: 'none of the options',
  selfMissed: 'you rated it “Not yet”',
  corrected: 'Correct on retry',
  retry: (count: number) => n(count, { one: 'Retry this one', other: 'Retry these #' }),
  notScored: 'Retries are practice and do not affect your score.',
  flashcards: (count: number) =>
    n(count, { one: 'Study this one as a flashcard', other: 'Study these # as flashcards' }),
  more: 'Practice more questions',
  stepCompleted: (title: string) => `Step completed: ${title}`,
  nextStep: (title: string) => `Next: ${title}`,
  certificate: 'View your certificate',
  stepLeft: (correct: string, count: string, needed: string) =>
    `${correct} of ${count} correct. This step is complete at ${needed} of ${count}.`,
  stepLater: (count: number) =>
    n(count, {
      one: 'You have just seen the solution of one question: it passes at a later answer.',
      other: 'You have just seen the solutions of # questions: they pass at a later answer.',
    }),
  stepCard: (interval: string) => `The first comes back as a flashcard: ${interval}.`,
  stepAgain: 'Answer again in a new session',
  toStep: 'Back to the step',
  toInterview: 'Back to your interview plan',
  free: 'Practice other questions',
  progress: 'View progress',
  movedTitle: 'New in this session',
  badge: (name: string) => `New badge: ${name}`,
  level: (level: string) => `Level ${level} reached`,
  streak: (days: number) => n(days, { one: 'Streak: # day in a row', other: 'Streak: # days in a row' }),
  visitor:
    'Your answers stay on this device for 7 days. Create an account to keep them, with points and streaks.',
  visitorAction: 'Create an account',
}

export type EndMessages = typeof end

/** Texts for the end of a session and the effects of an answer; not part of a first visit. */
export const useEndMessages = featureMessages<EndMessages>({
  en: () => end,
  ar: async () => (await import('./end-messages.ar.ts')).end,
})
