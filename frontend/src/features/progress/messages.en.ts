import type { plainFigures } from '@rehearse/contracts'
import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

const answers = (count: number) => n(count, { one: '# answer', other: '# answers' })
const days = (count: number) => n(count, { one: '# day', other: '# days' })

export const progress = {
  title: 'Progress',
  lead: 'Everything that your answers add up to, and what each number is made of.',
  today: 'Today',
  morning: 'Good morning',
  afternoon: 'Good afternoon',
  evening: 'Good evening',
  greeting: (greeting: string, name: string) => `${greeting}, ${name}`,
  goalOpen: (left: number) =>
    n(left, { one: "One question left of today's goal.", other: "# questions left of today's goal." }),
  goalReached: "Today's goal is reached.",
  practise: 'Continue practising',
  allFigures: 'All my figures',
  loadFailed: 'Failed to load progress',
  emptyTitle: 'Your figures start with one answer',
  emptyText: 'Points, streak and accuracy appear as soon as you have answered the first question.',
  emptyAction: 'Answer the first question',
  visitor: {
    title: 'Sign in to see your figures',
    text: 'Points, streak and accuracy are kept with your account. You can practise without one.',
  },

  nextTitle: 'Next',
  cardsDue: (count: number) => n(count, { one: '# flashcard is due', other: '# flashcards are due' }),
  cardsAction: 'Review',
  planDay: (day: string, of: string) => `day ${day} of ${of}`,
  planPaused: 'paused',
  planToday: (done: string, target: string) => `${done} of ${target} today`,
  planAction: 'Continue',
  challengesDone: (count: number) =>
    n(count, { zero: 'No challenge yet', one: '# challenge done', other: '# challenges done' }),

  streak: 'Streak',
  streakLine: (longest: string) => `longest ${longest}`,
  freezes: (count: number) => n(count, { one: '# freeze held', other: '# freezes held' }),
  longest: 'Longest streak',
  points: 'Points',
  level: 'Level',
  levelLine: (level: string) => `level ${level}`,
  levelNext: (points: string, level: string) => `${points} more to level ${level}`,
  accuracy: 'Accuracy',
  accuracyLine: (right: string, total: string) => `${right} of ${total} right`,
  answers: 'Answers',
  rightAnswers: 'Right answers',
  completion: (percent: string) => `${percent} of the questions tried answered right`,
  time: 'Study time',
  timeLine: (time: string) => `${time} in the last 7 days`,

  calendarTitle: 'Practice by day',
  calendarSummary: (active: number, bridged: number) =>
    `${days(active)} with practice${bridged > 0 ? `, ${n(bridged, { one: '# day bridged by a freeze', other: '# days bridged by freezes' })}` : ''} in the last year.`,
  calendarLess: 'less',
  calendarMore: 'more',
  calendarBridged: 'bridged by a freeze',
  calendarNone: 'No practice in the last year.',

  monthTitle: 'The last 30 days',
  monthSummary: (answered: number, active: number) =>
    `${answers(answered)} on ${days(active)} in the last 30 days.`,
  weekTitle: 'Accuracy, last 7 days',
  weekSummary: (values: string) => `Accuracy by day: ${values}.`,
  weeksTitle: 'Week by week',
  weeksSummary: (answered: number, weeks: number) =>
    `${answers(answered)} in the last ${n(weeks, { one: 'week', other: '# weeks' })}; weeks start on Sunday.`,
  monthsTitle: 'Accuracy by month',
  monthsSummary: (values: string) => `Accuracy by month: ${values}.`,
  day: 'Day',
  week: 'Week',
  month: 'Month',
  answered: 'Answered',
  right: 'Right',
  wrong: 'Wrong',
  accuracyColumn: 'Accuracy',
  pointsColumn: 'Points',
  timeColumn: 'Time',
  activeDays: 'Active days',
  noAnswers: 'no answers',

  mastery: 'Mastery',
  masteryEmpty: 'Each field you practise shows up here.',
  topCategories: 'Strongest categories',
  answersCounted: answers,
  topCategoriesEmpty: 'Your categories appear here with the first answers.',
  latest: 'Latest',
  answeredRight: 'right',
  answeredWrong: 'wrong',

  paths: 'Learning paths',
  pathsEmpty: 'A path shows up here with its first answer.',
  pathLine: (percent: string, sections: number) =>
    `${percent} · ${n(sections, { zero: 'no section completed', one: '# section completed', other: '# sections completed' })}`,
  plans: 'Plans',
  plansEmpty: 'No plan is under way.',
  plansAction: 'Choose a plan',
  planLine: (done: string, total: string) => `${done} of ${total} questions`,

  forecast: 'Reviews to come',
  forecastSummary: (total: number, today: number) =>
    `${n(total, { one: '# flashcard', other: '# flashcards' })} in the next 30 days, ${n(today, { zero: 'none', one: 'one', other: '#' })} of them today.`,
  forecastEmpty: 'Every question you answer becomes a flashcard. What is due when stands here.',
  due: 'Due',

  badges: 'Badges',
  badgesEarned: 'Earned',
  badgesNext: 'Within reach',
  badgesAll: (count: number) => n(count, { one: 'One more badge', other: '# more badges' }),
  badgesNone: 'None yet. The first comes with the first answer.',
  badgesFailed: 'The badges still to earn could not be loaded',
  rarity: { common: 'common', rare: 'rare', epic: 'epic', legendary: 'legendary' },
  earnedOn: (day: string) => `earned ${day}`,
  badgeAt: (now: string, target: string) => `${now} of ${target}`,

  milestones: 'Milestones',
  milestonesEmpty: 'The first is at 10 answers.',
  milestone: {
    answers: (count: number) => answers(count),
    correct: (count: number) => n(count, { one: '# right answer', other: '# right answers' }),
    streak: (count: number) => n(count, { one: '# day in a row', other: '# days in a row' }),
    level: (count: number) => n(count, { other: 'Level #' }),
  },
  sessions: 'Sessions',
  sessionsEmpty: 'Each sitting of practice shows up here with its first answer.',
  sessionsFailed: 'Your sessions could not be loaded',
  sessionsMore: 'Show earlier ones',
  sessionModes: { guided: 'Guided plan', 'free-style': 'Free practice' },
  sessionLine: (right: string, answered: string) => `${right} of ${answered} right`,
  certificates: 'Certificates',
  certificatesEmpty: 'One comes with each learning path that you complete.',
  certificateOpen: 'Show and print',
  issuedOn: (day: string) => `issued ${day}`,
}

export type ProgressMessages = typeof progress

export const useProgressMessages = featureMessages<ProgressMessages>({
  en: () => progress,
  ar: async () => (await import('./messages.ar.ts')).progress,
})

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

export const useExplainMessages = featureMessages<ExplainMessages>({
  en: () => explain,
  ar: async () => (await import('./messages.ar.ts')).explain,
})
