import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const interviewDate = {
  title: 'Interview',
  lead: 'Set your date. You get a plan for each day, and a forecast of how many questions you would answer correctly.',
  views: 'Interview preparation',
  planView: 'Plan',
  forecastView: 'Forecast',
  mockView: 'Mock interview',
  loadFailed: 'Your interview plan could not be loaded',
  visitor: {
    title: 'Prepare for your interview',
    text: 'Sign in to set your interview date and get a plan for each day. The mock interview works without an account.',
  },

  noRole: 'No role: learning paths only',
  roleHint:
    'A role adds coding challenges, a design case and a mock interview to each week, and a mock exam to the last one.',
  level: 'Level',
  levels: { junior: 'Junior', mid: 'Mid-level', senior: 'Senior' },
  weeks: 'Time to prepare',
  weeksHint: 'Without a date yet, choose how many weeks you want to take.',
  weeksUntilDate: 'Until the date',
  weeksOf: (count: number) => n(count, { one: '# week', other: '# weeks' }),
  preview: 'Your plan',
  previewLead: 'This is what each day will ask for. You can change it at any time.',
  previewFailed: 'The plan could not be calculated',
  previewExam: (count: number) =>
    n(count, {
      one: '# question is reserved for the mock exam, so that you see it there first.',
      other: '# questions are reserved for the mock exam, so that you see them there first.',
    }),
  previewNoExam: (min: string) =>
    `This plan has no mock exam: fewer than ${min} questions can be reserved for it. Choose more learning paths to get one.`,
  formTitle: 'When is your interview?',
  changeTitle: 'Change your interview date',
  date: 'Interview date',
  dateHint: 'A day within the next 365 days.',
  fromSettings:
    'This is the date from your settings. Choose what you want to prepare for, then create the plan.',
  paths: 'Learning paths to prepare',
  pathsHint: (count: number) => n(count, { one: '# path selected', other: '# paths selected' }),
  minutes: 'Minutes a day',
  minutesHint: 'From 5 to 240. New questions come first, then flashcards.',
  zone: 'Time zone',
  zoneHint: 'Days of the plan begin at midnight here.',
  create: 'Create plan',
  save: 'Save changes',
  saving: 'Saving...',
  saveFailed: 'Your interview date could not be saved',
  cancel: 'Cancel',
  errors: {
    date: 'Enter a date.',
    past: 'Choose tomorrow or a later day.',
    far: 'Choose a day within the next 365 days.',
    paths: 'Select at least one path.',
    minutes: 'Enter a whole number from 5 to 240.',
  },
  pathsFailed: 'The learning paths could not be loaded',

  change: 'Change',
  clear: 'Clear date',
  clearTitle: 'Clear your interview date?',
  clearText:
    'The plan and its calendar link are deleted, and the reserved questions return to practice. Your answers and your past forecasts stay.',
  clearFailed: 'The interview date could not be cleared',
  preparing: 'You are preparing',
  today: "Today's part",
  todayText: (minutes: string) => `About ${minutes}.`,
  done: "Today's part is done. Come back tomorrow, or practice freely.",
  practiceMore: 'Practice more',
  coverage: (percent: string) => `This plan covers ${percent} of your paths.`,
  coversAll: 'This plan covers all of your paths.',
  extra: (minutes: number) =>
    n(minutes, {
      one: '# more minute a day would cover all of it.',
      other: '# more minutes a day would cover all of it.',
    }),
  tooMuch: 'Even 240 minutes a day would not cover all of it. Choose fewer paths or a later date.',
  apply: (minutes: string) => `Plan ${minutes} a day`,
  whyPlan: 'How your plan is calculated',
  whyPlanLeft: (questions: string, lessons: string) =>
    `Still unseen in your paths: ${questions} and ${lessons}.`,
  whyPlanMinutes: (question: string, card: string, words: string) =>
    `A question takes about ${question}, a flashcard ${card}, and a lesson the time to read it at ${words} words a minute.`,
  whyPlanPace: (own: number) =>
    n(own, {
      zero: 'These are estimates until you have answered questions.',
      one: 'This is based on your last answer and on how long other learners take.',
      other:
        'This is based on your last # answers, and the less there are, the more on how long other learners take.',
    }),
  whyPlanTrack:
    'What your role adds comes first on its day. What you miss moves to another day of the same week.',
  whyPlanOrder:
    'New questions and lessons are spread evenly over the first 70% of the days, or over more if they need them, and due flashcards get the time that is left. If you miss a day, the plan is recalculated from what is left.',
  whyPlanCoverage:
    'The plan’s coverage is the share of the remaining study time that fits into your days, rounded down.',
  days: 'The coming days',
  learnUntil: (date: string) =>
    `New questions and lessons until ${date}, then only review, so that you remember what you learned.`,
  learnToTheEnd:
    'Something new on each day up to the interview. For days of review alone, choose more minutes a day or fewer paths.',
  columns: { day: 'Day', unseen: 'New', lessons: 'Lessons', due: 'Cards', minutes: 'Minutes' },
  todayName: 'Today',
  dayComma: ',',
  about: 'Your interview',
  interviewDay: 'Interview',
  moreDays: (count: number) => n(count, { one: 'Show # more day', other: 'Show # more days' }),
  fewerDays: 'Show fewer days',
  dayTitle: 'Your interview is today',
  dayText: 'Nothing new today. Look through a cheat sheet if you like, and then trust your preparation.',
  cheatSheets: 'Cheat sheets',
  overTitle: 'How did it go?',
  overText: (date: string) =>
    `Your interview was on ${date}. Set the next date to get a new plan, or clear this one. Your answers and forecasts stay either way.`,
  setNew: 'Set a new date',
  mockOffer: 'Answer out loud, follow-ups included, in a mock interview.',
  mockAction: 'Go to the mock interview',

  calendar: 'In your calendar',
  calendarText: 'Subscribe to the plan from your calendar app: one entry per day, updated as you practice.',
  calendarCreate: 'Create calendar link',
  calendarLink: 'Calendar link',
  calendarWarning: 'Anyone with this link can see your plan.',
  copy: 'Copy link',
  copied: 'Copied.',
  copyFailed: 'Your browser did not allow copying. Select the link and copy it.',
  revoke: 'Revoke link',
  revoked: 'The link is revoked. Calendars that use it stop updating.',
  calendarFailed: 'The calendar link could not be changed',

  forecastTitle: 'If you were asked questions from your paths today',
  forecastFailed: 'Your forecast could not be loaded',
  overall: 'Overall',
  chance: (chance: string, low: string, high: string) => `${chance} (${low} to ${high})`,
  correct: 'of the questions answered correctly',
  range: (low: string, high: string) => `Most likely between ${low} and ${high}.`,
  overallUnknown: 'Unknown',
  overallUnknownText: (count: string, min: string) =>
    `${count} of ${min} graded answers so far. The forecast begins when you have ${min}.`,
  topics: 'By topic',
  topicsLead: 'The dot is the forecast, the line its range.',
  unknown: (count: string, min: string) => `Unknown: ${count} of ${min} graded answers`,
  practice: 'Practice',
  noTopics: 'No graded answers yet',
  noTopicsText: 'A topic gets its forecast after 30 graded answers. Start with a few.',
  firstPractice: 'Start practicing',
  why: (topic: string) => `Why this forecast: ${topic}`,
  whyAnswers: (count: number) =>
    n(count, {
      one: 'It is based on # graded answer: your first try at each question, graded by the server.',
      other: 'It is based on # graded answers: your first try at each question, graded by the server.',
    }),
  whyModel:
    'From these answers and the difficulty of each question, a Rasch model estimates your ability. A difficulty is measured from learners’ first answers; while there are few, the question’s difficulty label counts as well. The forecast is the average chance of a correct answer over all questions.',
  whyRange:
    'The range shows how sure the estimate is: 19 times out of 20, the actual share is within it. It gets narrower with more answers.',
  whyRaise:
    'Correct answers to new, harder questions raise it. Repeating a question you already know does not.',

  examTitle: 'Test the forecast',
  examText: (count: number) =>
    n(count, {
      one: '# question is reserved for a mock exam. It doesn’t appear anywhere else, so the exam shows how you do with questions you have never seen.',
      other:
        '# questions are reserved for mock exams. They don’t appear anywhere else, so an exam shows how you do with questions you have never seen.',
    }),
  examNoDate:
    'Set your interview date first. Then questions are reserved for a mock exam and stay unseen until you take it.',
  examNone:
    'No reserved questions are left. Change your interview date or your paths to reserve others that you haven’t seen.',
  examOpen: 'You have started a mock exam. Its questions and your answers are saved.',
  examUnknown: (min: string) =>
    `The exam becomes available with your first forecast, after ${min} graded answers. Practice a little more first.`,
  setDate: 'Set the date',
  examStart: 'Go to the mock exam',
  examContinue: 'Continue the mock exam',
  history: 'Forecasts and results',
  historyLead: 'The forecast for each mock exam is saved before the first answer.',
  predicted: (range: string) => `Predicted ${range}`,
  got: (percent: string, correct: string, total: string) =>
    `You got ${percent}: ${correct} of ${total} correct`,
  places: { within: 'within the range', above: 'above the range', below: 'below the range' },
  notFinished: 'Not finished',
}

export type InterviewDateMessages = typeof interviewDate

export const useInterviewDateMessages = featureMessages<InterviewDateMessages>({
  en: () => interviewDate,
  ar: async () => (await import('./messages.ar.ts')).interviewDate,
})
