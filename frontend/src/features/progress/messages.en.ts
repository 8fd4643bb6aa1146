import type { plainStats } from '@rehearse/contracts'
import {
  ANSWER_POINTS,
  ANSWER_POINTS_DEDUCTION_PER_ATTEMPT,
  ANSWER_POINTS_MIN,
  RETENTION,
} from '@rehearse/contracts/constants'
import { levelStart, MASTERY_RULES, STREAK_FREEZE } from '@rehearse/contracts/progress/levels'
import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

const answers = (count: number) => n(count, { one: '# answer', other: '# answers' })
const days = (count: number) => n(count, { one: '# day', other: '# days' })

export const progress = {
  title: 'Progress',
  lead: 'Your stats, and how each number is calculated.',
  viewsLabel: 'Views',
  views: { overview: 'Overview', activity: 'Activity', topics: 'Topics', badges: 'Badges' },
  today: 'Today',
  morning: 'Good morning',
  afternoon: 'Good afternoon',
  evening: 'Good evening',
  greeting: (greeting: string, name: string) => `${greeting}, ${name}`,
  goalTitle: 'Daily goal',
  goalReached: "You've reached today's goal.",
  goalDone: (done: string, goal: string) => `${done} answers today, and your goal is ${goal}.`,
  practice: 'Practice',
  loadFailed: 'Failed to load progress',
  emptyTitle: 'Your progress starts with one answer',
  emptyText: 'Points, streak, and accuracy appear after your first answer.',
  emptyAction: 'Answer your first question',
  visitor: {
    title: 'Sign in to see your progress',
    text: 'Points, streak, and accuracy are saved in your account. You can practice without one.',
  },

  cardsDue: (count: number) =>
    n(count, { zero: 'No flashcards are due', one: '# flashcard is due', other: '# flashcards are due' }),
  firstTitle: 'Answer your first question',
  firstText: 'It takes a minute, and you see right away why an answer is correct.',
  suggested: 'Learning paths to start with',
  start: 'Start',
  continue: (name: string) => `Continue: ${name}`,
  stepsDone: (count: number) =>
    n(count, {
      zero: 'No step completed yet',
      one: '# of 10 steps completed',
      other: '# of 10 steps completed',
    }),
  continueStep: (title: string, number: string, of: string) => `Continue: ${title}, step ${number} of ${of}`,
  minutesLeft: (count: number) =>
    n(count, { one: '# minute left in this step', other: '# minutes left in this step' }),
  chooseTitle: 'Choose a learning path',
  chooseText: 'A path covers one topic in ten steps.',
  chooseAction: 'View all learning paths',
  streakNone: 'No streak at the moment',
  streakActive: 'You practiced today.',
  streakOpen: 'Practice today to extend it.',
  cardsAction: 'Review',
  cardsText: 'Questions you are about to forget.',
  cardsNone: 'Questions you answer come back as flashcards.',
  planDay: (day: string, of: string) => `Day ${day} of ${of}`,
  planPaused: 'Paused',
  planAction: 'Continue',
  challengesDone: (count: number) =>
    n(count, {
      zero: 'No challenges completed yet',
      one: '# challenge completed',
      other: '# challenges completed',
    }),

  streak: 'Streak',
  freezes: (count: number) =>
    n(count, { one: '# streak freeze available', other: '# streak freezes available' }),
  longest: 'Longest streak',
  points: 'Points',
  level: 'Level',
  levelNext: (points: string, level: string) => `${points} to level ${level}`,
  accuracy: 'Accuracy',
  answers: 'Answers',
  rightAnswers: 'Correct answers',
  completion: (percent: string) => `${percent} of the questions you tried are correct`,
  time: 'Study time',
  timeLine: (time: string) => `${time} in the last 7 days`,

  calendarTitle: 'Practice by day',
  calendarSummary: (active: number, bridged: number) =>
    `${days(active)} with practice${bridged > 0 ? `, ${n(bridged, { one: '# day covered by a freeze', other: '# days covered by freezes' })}` : ''} in the last year.`,
  calendarLess: 'less',
  calendarMore: 'more',
  calendarBridged: 'covered by a freeze',
  calendarNone: 'No practice in the last year.',

  monthTitle: 'Last 30 days',
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
  right: 'Correct',
  wrong: 'Incorrect',
  accuracyColumn: 'Accuracy',
  pointsColumn: 'Points',
  timeColumn: 'Time',
  activeDays: 'Active days',
  noAnswers: 'no answers',

  mastery: 'Mastery',
  masteryEmpty: 'Topics appear here once you practice them.',
  answersCounted: answers,
  latest: 'Latest activity',
  answeredRight: 'correct',
  answeredWrong: 'incorrect',
  levelFrom: (count: number, needed: number) => `${answers(count)}, level from ${needed}`,
  strongest: 'Strongest topics',
  strongestEmpty: (count: number, percent: string) =>
    `A topic appears here with at least ${count} answers and ${percent} correct.`,
  toPractice: 'Topics to practice',
  toPracticeEmpty: (count: number, percent: string) =>
    `A topic appears here with at least ${count} answers and less than ${percent} correct.`,

  paths: 'Learning paths',
  pathsEmpty: 'Paths appear here once you answer their questions.',
  plans: 'Plans',
  plansEmpty: 'No plan in progress.',
  plansAction: 'Choose a plan',
  planLine: (done: string, total: string) => `${done} of ${total} questions`,

  forecast: 'Upcoming reviews',
  forecastSummary: (total: number, today: number) =>
    `${n(total, { one: '# flashcard', other: '# flashcards' })} in the next 30 days, ${n(today, { zero: 'none', one: 'one', other: '#' })} of them today.`,
  forecastEmpty: 'Every question you answer becomes a flashcard. Its next review appears here.',
  due: 'Due',

  badges: 'Badges',
  badgesEarned: 'Earned',
  badgesNext: 'Next badges',
  badgesAll: (count: number) => n(count, { one: 'Show one more badge', other: 'Show # more badges' }),
  badgesNone: 'No badges yet. Your first answer earns the first one.',
  badgesFailed: 'The badges you can still earn could not be loaded',
  rarity: { common: 'Common', rare: 'Rare', epic: 'Epic', legendary: 'Legendary' },
  earnedOn: (day: string) => `Earned ${day}`,
  badgeAt: (now: string, target: string) => `${now} of ${target}`,

  milestones: 'Milestones',
  milestonesEmpty: 'You reach the first one at 10 answers.',
  milestone: {
    answers: (count: number) => answers(count),
    correct: (count: number) => n(count, { one: '# correct answer', other: '# correct answers' }),
    streak: (count: number) => n(count, { other: '#-day streak' }),
    level: (count: number) => n(count, { other: 'Level #' }),
  },
  sessions: 'Practice sessions',
  sessionsEmpty: 'A practice session appears here after its first answer.',
  sessionsFailed: 'Your practice sessions could not be loaded',
  sessionsMore: 'Show earlier sessions',
  sessionModes: { guided: 'Guided plan', 'free-style': 'Practice' },
  sessionLine: (right: string, answered: string) => `${right} of ${answered} correct`,
  certificates: 'Certificates',
  certificatesEmpty: 'You get a certificate for each learning path you complete.',
  certificateOpen: 'View and print',
  issuedOn: (day: string) => `Issued ${day}`,
}

export type ProgressMessages = typeof progress

export const useProgressMessages = featureMessages<ProgressMessages>({
  en: () => progress,
  ar: async () => (await import('./messages.ar.ts')).progress,
})

export type Explainable = (typeof plainStats)[number] | 'badge' | 'section' | 'category'

const [expert, advanced, intermediate] = MASTERY_RULES
const firstLevels = [2, 3, 4, 5].map((level) => levelStart(level).toLocaleString('en')).join(', ')

export const explain = {
  /** How each stat is calculated. */
  rules: {
    points: `The points from your answers, challenges, and badges. A correct answer earns ${ANSWER_POINTS.beginner} (beginner), ${ANSWER_POINTS.intermediate} (intermediate), or ${ANSWER_POINTS.advanced} points (advanced), minus ${ANSWER_POINTS_DEDUCTION_PER_ATTEMPT} for each attempt after the first, but at least ${ANSWER_POINTS_MIN}. An incorrect answer earns 0.`,
    experience: 'Equal to your points. Points are never spent.',
    level: `Level n starts at 50·n·(n − 1) points: ${firstLevels}, and so on.`,
    accuracy: 'Correct answers as a rounded percentage of all answers.',
    totalQuestions: 'Each answer counts once, even if it was sent more than once.',
    correctAnswers: 'Correct answers, on any attempt.',
    timeSpent:
      'The total time between seeing a question and checking the answer, plus the time spent on challenges.',
    streak:
      'Consecutive days with an answer, a challenge, or a review, in your time zone. A day that you skip by crossing the date line is not missed: less than 36 hours between two answers, the second in a time zone 12 hours or more ahead, at most twice in 30 days. Otherwise, a streak freeze automatically covers one missed day. Days skipped or covered do not count.',
    longestStreak:
      'Your longest streak so far. Days skipped at the date line or covered by a streak freeze do not count.',
    streakFreezes: `Streak freezes you earned, minus those you used. You earn one each time a streak reaches another ${STREAK_FREEZE.days} days, and can have up to ${STREAK_FREEZE.max}.`,
    completionRate:
      'Questions you answered correctly at least once, as a rounded percentage of all questions you tried.',
    flashcardRetention: `The chance of remembering a flashcard when it comes back. It starts at ${RETENTION.default}%. Each entry shows how much you changed it.`,
    badge: 'The rarer a badge, the more points it earns. The list shows what earned it.',
    section: `Correct answers as a percentage of all answers on the topic. You reach ${intermediate.level} with ${intermediate.answers} answers at ${intermediate.accuracy}%, ${advanced.level} with ${advanced.answers} at ${advanced.accuracy}%, and ${expert.level} with ${expert.answers} at ${expert.accuracy}%.`,
    category: 'Correct answers as a rounded percentage of all answers in the category.',
  } satisfies Record<Explainable, string>,
  sumOf: (sum: string, of: string) => `${sum} of ${of}`,
  madeOf: 'How it adds up, newest first',
  nothing: 'Nothing counts toward it yet.',
  earlier: 'Show earlier entries',
  loadingEarlier: 'Loading...',
  entries: (count: number) => n(count, { one: '# entry', other: '# entries' }),
  inZone: (day: string, zone: string) => `${day}, ${zone}`,
  types: {
    AnswerSubmitted: 'Answer',
    AnswerRegraded: 'Regraded answer',
    CardReviewed: 'Flashcard',
    RetentionChosen: 'Flashcard setting',
    ChallengeAttempted: 'Coding challenge',
    ProgressReset: 'Progress reset',
    StreakFreezeSpent: 'Streak freeze used',
    BadgeEarned: 'Badge',
    SectionCompleted: 'Step completed',
  } as Partial<Record<string, string>>,
  other: 'Other activity',
}

export type ExplainMessages = typeof explain

export const useExplainMessages = featureMessages<ExplainMessages>({
  en: () => explain,
  ar: async () => (await import('./messages.ar.ts')).explain,
})
