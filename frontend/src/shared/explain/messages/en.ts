import type { plainFigures } from '@rehearse/contracts'
import { pluralIn } from '../../i18n/plural.ts'

const n = pluralIn('en')

export type Explainable = (typeof plainFigures)[number] | 'badge' | 'section' | 'category'

export const explain = {
  /** How each figure follows from what happened. */
  rules: {
    points:
      'The sum of what answers, challenges and badges brought. A right answer earns 5 (beginner), 10 (intermediate) or 20 points (advanced), less 2 for each attempt after the first, and at least 1. A wrong answer earns 0.',
    experience: 'The same as your points: they are never spent.',
    level: 'Level n begins at 50·n·(n − 1) points: 100, 300, 600, 1,000 and so on.',
    accuracy: 'Right answers as a rounded percentage of all answers.',
    totalQuestions: 'Each answer counts once, however often it was sent.',
    correctAnswers: 'Answers that were right, at whichever attempt.',
    timeSpent:
      'The time between seeing a question and checking the answer, added up, with the time on challenges.',
    streak:
      'Days in a row with an answer, a challenge or a review, in your time zone. A freeze bridges exactly one missed day by itself and adds none.',
    longestStreak: 'Your longest run of such days. A freeze bridges exactly one missed day and adds none.',
    streakFreezes:
      'Freezes that you earned, less those that bridged a day. You earn one at every seventh day in a row, and hold two at most.',
    completionRate:
      'Questions that you answered right at least once among all that you tried, as a rounded percentage.',
    badge: 'A badge brings points by its rarity. Beside it stands what you did when its rule first held.',
    section:
      'Right answers among all of the field: intermediate from 10 answers at 60 %, advanced from 25 at 80 %, expert from 50 at 90 %.',
    category: 'Right answers among all of the category, as a rounded percentage.',
  } satisfies Record<Explainable, string>,
  sumOf: (sum: string, of: string) => `${sum} of ${of}`,
  madeOf: 'What it is made of, newest first',
  nothing: 'Nothing counts towards it yet.',
  earlier: 'Show earlier ones',
  loadingEarlier: 'Loading...',
  entries: (count: number) => n(count, { one: '# entry', other: '# entries' }),
  inZone: (day: string, zone: string) => `${day}, ${zone}`,
  types: {
    AnswerSubmitted: 'Answer',
    AnswerRegraded: 'Answer graded anew',
    CardReviewed: 'Flashcard',
    ChallengeAttempted: 'Coding challenge',
    ProgressReset: 'Reset',
    StreakFreezeSpent: 'A freeze bridged this day',
    BadgeEarned: 'Badge',
    SectionCompleted: 'Section completed',
  } as Partial<Record<string, string>>,
  other: 'Something you did',
}

export type ExplainMessages = typeof explain
