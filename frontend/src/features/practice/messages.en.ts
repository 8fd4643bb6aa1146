import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const bookmarks = {
  title: 'Bookmarks and notes',
  lead: 'The questions that you marked to come back to, and what you wrote beside them.',
  visitor: {
    title: 'Sign in to see your bookmarks',
    text: 'Below each question you can bookmark it and write a note: here you find both again.',
  },
  practise: 'Practise my bookmarks',
  empty: 'Nothing is marked yet',
  emptyText: 'Below each question you can bookmark it and write a note: here you find both again.',
  emptyAction: 'Answer questions',
  bookmarks: 'Bookmarks',
  bookmarksFailed: 'Your bookmarks could not be loaded',
  showingBookmarks: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} bookmarks`,
  bookmark: 'Bookmark',
  bookmarked: 'Bookmarked',
  notes: 'Notes',
  notesFailed: 'Your notes could not be loaded',
  showingNotes: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} notes`,
  writtenOn: (when: string) => `written ${when}`,
}

export type BookmarkMessages = typeof bookmarks

export const useBookmarkMessages = featureMessages<BookmarkMessages>({
  en: () => bookmarks,
  ar: async () => (await import('./messages.ar.ts')).bookmarks,
})

const n = pluralIn('en')

export const practice = {
  bookmark: 'Bookmark',
  bookmarked: 'Bookmarked',
  note: 'Note',
  noteLabel: 'Your note',
  noteHint: 'Nobody else reads it. Emptied, it is deleted.',
  noteSave: 'Save the note',
  noteSaved: 'Saved.',
  report: 'Report',
  reportReason: 'What is wrong?',
  reportReasons: {
    'wrong-answer': 'The answer is wrong',
    unclear: 'It is unclear',
    typo: 'A slip of the pen',
    outdated: 'It is out of date',
    duplicate: 'It is there twice',
    other: 'Something else',
  },
  reportText: 'Tell us more',
  reportMissing: 'Please say in a few words what is wrong.',
  reportSend: 'Send the report',
  reported: 'Thank you. Somebody will look at it.',
  reportedWhere: 'See what comes of it',

  hubTitle: 'Practice',
  hubLead: 'Choose how to practice. Every answer counts the same.',
  freeTitle: 'Free practice',
  freeText: 'Any questions, in any field. You see right away why an answer is right.',
  freeAction: 'Start practising',
  guidedTitle: 'Guided plan',
  guidedText: 'A target for each day, from one day to a week.',
  guidedAction: 'Choose a plan',
  guidedDay: (name: string, day: string, days: string) => `${name}: day ${day} of ${days}`,
  guidedLeft: (left: number) =>
    left === 0
      ? 'Today is done.'
      : n(left, { one: '# question left today.', other: '# questions left today.' }),
  guidedContinue: (day: string) => `Continue day ${day}`,
  reviewTitle: 'Review mistakes',
  reviewText: 'The questions whose last answer was wrong, once more.',
  reviewCount: (count: number) =>
    n(count, {
      one: '# question whose last answer was wrong, once more.',
      other: '# questions whose last answer was wrong, once more.',
    }),
  reviewAction: 'Review my mistakes',
  bookmarksTitle: 'Bookmarked questions',
  bookmarksText: 'Those that you marked to come back to.',
  bookmarksCount: (count: number) =>
    n(count, {
      one: '# question that you marked to come back to.',
      other: '# questions that you marked to come back to.',
    }),
  bookmarksAction: 'Practise my bookmarks',
  oneTitle: 'One question',
  mockTitle: 'Timed mock test',
  mockText: (count: number) =>
    n(count, {
      one: '# question against the clock. You see the results at the end.',
      other: '# questions against the clock. You see the results at the end.',
    }),
  mockAction: 'Begin the test',
  signInFirst: 'Sign in first',

  cardsTitle: 'Flashcards',
  cardsText: 'Questions you answered come back just before you would forget them.',
  cardsCount: (count: number) =>
    n(count, { one: '# flashcard is due now.', other: '# flashcards are due now.' }),
  cardsAction: 'Review flashcards',
  kindsTitle: 'By topic',
  kinds: {
    javascript: 'JavaScript',
    react: 'React',
    'user-interface': 'User interface',
    'system-design': 'System design',
    behavioral: 'Behavioral',
    'company-specific': 'By company',
  },

  nothing: {
    review: {
      title: 'No mistakes to review',
      text: 'Your last answer to every question was right, or there is none yet.',
    },
    guided: {
      title: 'There is nothing to practise in this plan',
      text: 'It may have been reset, or none of its questions is there any more.',
    },
    bookmarks: {
      title: 'No bookmarks to practise',
      text: 'Below each question you can bookmark it: here you find it again.',
    },
    one: { title: 'This question is no longer there', text: 'It has been taken away since.' },
  },
  toPlans: 'Choose a plan',
  toFree: 'Practise freely',
  needsLearnerTitle: 'This needs an account',
  needsLearnerText:
    'Plans, mistakes and bookmarks are kept with your account. Free practice works without one.',

  mockIntro: (count: string, time: string) =>
    `${count} questions, ${time} in all. The clock starts when you do, and runs on until the end.`,
  mockRules: 'You see no results before the end. What you leave open counts as not answered.',
  mockStart: 'Start the clock',
  mockLeft: 'Time left',
  mockNext: 'Next',
  mockFinish: 'Finish the test',
  mockTimeUp: 'Time is up.',
  mockGrading: 'Counting...',
  mockScore: 'Score',
  mockScoreLine: (points: string, of: string) => `${points} of ${of} points`,
  mockResultTitle: 'The test is over',
  mockReview: 'Every question',
  mockRight: 'right',
  mockWrong: 'wrong',
  mockOpen: 'not answered',
  mockUngraded: 'not counted yet',
}

export type PracticeMessages = typeof practice

/** What only some of practice needs; the sentences of every question are with those of the first visit. */
export const usePracticeMessages = featureMessages<PracticeMessages>({
  en: () => practice,
  ar: async () => (await import('./messages.ar.ts')).practice,
})
