import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const bookmarks = {
  title: 'Bookmarks and notes',
  lead: 'Questions you saved for later and the notes you wrote.',
  visitor: {
    title: 'Sign in to see your bookmarks',
    text: 'Select Bookmark or Note below a question, and it appears here.',
  },
  practice: 'Practice bookmarked questions',
  empty: 'No bookmarks or notes yet',
  emptyText: 'Select Bookmark or Note below a question, and it appears here.',
  emptyAction: 'Answer questions',
  bookmarks: 'Bookmarks',
  bookmarksFailed: 'Your bookmarks could not be loaded',
  showingBookmarks: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} bookmarks`,
  bookmark: 'Bookmark',
  bookmarked: 'Bookmarked',
  notes: 'Notes',
  notesFailed: 'Your notes could not be loaded',
  showingNotes: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} notes`,
  writtenOn: (when: string) => `Written ${when}`,
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
  noteHint: 'Only you can see it. Clear the text to delete the note.',
  noteSave: 'Save note',
  noteSaved: 'Saved.',
  report: 'Report',
  reportReason: "What's wrong?",
  reportReasons: {
    'wrong-answer': 'The answer is incorrect',
    unclear: 'Unclear',
    typo: 'Typo',
    outdated: 'Out of date',
    duplicate: 'Duplicate',
    other: 'Something else',
  },
  reportText: 'Details',
  reportMissing: "Describe what's wrong in a few words.",
  reportSend: 'Send report',
  reported: "Thank you. We'll look into it.",
  reportedWhere: 'View your reports',

  hubTitle: 'Practice',
  hubLead: 'Choose how to practice. Every answer counts the same.',
  unfinishedList: 'Unfinished sessions',
  unfinishedTitle: 'Continue where you left off?',
  unfinishedText: (answered: string, total: string, started: string) =>
    `${answered} of ${total} answered. Started ${started}.`,
  unfinishedContinue: 'Continue',
  unfinishedDiscard: 'Discard it',
  freeTitle: 'Free practice',
  freeText: 'Questions on any topic. You see right away why an answer is correct.',
  freeAction: 'Start practicing',
  guidedTitle: 'Guided plan',
  guidedText: 'A target for each day, for one to seven days.',
  guidedAction: 'Choose a plan',
  guidedDay: (name: string, day: string, days: string) => `${name}: day ${day} of ${days}`,
  guidedLeft: (left: number) =>
    left === 0
      ? "Today's target is reached."
      : n(left, { one: '# question left today.', other: '# questions left today.' }),
  guidedContinue: (day: string) => `Continue day ${day}`,
  reviewTitle: 'Review mistakes',
  reviewText: 'Questions you last answered incorrectly.',
  reviewCount: (count: number) =>
    n(count, {
      one: '# question you last answered incorrectly.',
      other: '# questions you last answered incorrectly.',
    }),
  reviewAction: 'Review mistakes',
  bookmarksTitle: 'Bookmarked questions',
  bookmarksText: 'Questions you saved for later.',
  bookmarksCount: (count: number) =>
    n(count, {
      one: '# question you saved for later.',
      other: '# questions you saved for later.',
    }),
  bookmarksAction: 'Practice bookmarked questions',
  oneTitle: 'One question',
  chosenTitle: 'Chosen questions',
  listTitle: 'Question list',
  mockTitle: 'Timed mock test',
  mockText: (count: number) =>
    n(count, {
      one: '# question against the clock. You see the results at the end.',
      other: '# questions against the clock. You see the results at the end.',
    }),
  mockAction: 'Go to the test',
  mockInterviewTitle: 'Mock interview',
  mockInterviewText: 'Questions in turn, aloud or in writing, with a report at the end.',
  mockInterviewAction: 'Set one up',
  signInFirst: 'Sign in to start',

  cardsTitle: 'Flashcards',
  cardsText: 'Questions you answered come back just before you would forget them.',
  cardsCount: (count: number) =>
    n(count, { one: '# flashcard is due now.', other: '# flashcards are due now.' }),
  cardsAction: 'Review flashcards',
  listsTitle: 'Question lists',
  listsText: 'Short lists chosen by our editors, such as the top 75 and a last-minute review.',
  listsAction: 'Choose a list',
  browseTitle: 'All questions',
  browseText: 'Browse and filter every question, and see which ones you have done.',
  browseAction: 'Browse questions',
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
      text: 'Your latest answers are all correct, or you have none yet.',
    },
    guided: {
      title: 'This plan has no questions to practice',
      text: 'The plan may have been reset, or its questions may have been removed.',
    },
    bookmarks: {
      title: 'No bookmarked questions',
      text: 'Select Bookmark below a question to add it here.',
    },
    step: {
      title: 'There are no questions in this step',
      text: 'They may have been moved. The path shows what comes next.',
    },
    one: { title: 'Question not found', text: 'It may have been removed.' },
    interview: {
      title: "Today's questions are done",
      text: 'Your interview plan shows what else today holds, and what comes tomorrow.',
    },
    list: { title: 'This list has no questions', text: 'They may have been deleted since.' },
  },
  interviewTitle: "Interview plan: today's questions",
  toInterview: 'Go to your interview plan',
  stepTitle: 'Step of a learning path',
  toPlans: 'Choose a plan',
  toFree: 'Start free practice',
  needsLearnerTitle: 'Sign in to continue',
  needsLearnerText:
    'Plans, mistakes, and bookmarks are saved in your account. Free practice works without one.',

  mockIntro: (count: string, time: string) =>
    `${count} questions in ${time}. The clock starts when you do and can't be paused.`,
  mockRules: 'You see the results at the end. Questions you skip count as not answered.',
  mockStart: 'Start test',
  mockLeft: 'Time left',
  mockNext: 'Next',
  mockFinish: 'Finish test',
  mockTimeUp: "Time's up.",
  mockGrading: 'Grading...',
  mockScore: 'Score',
  mockScoreLine: (points: string, of: string) => `${points} of ${of} points`,
  whyThisOne: 'Why this one?',
  whyChance: (chance: string, wanted: string) =>
    `You have about a ${chance} chance of answering this correctly. Practice aims for ${wanted} overall.`,
  whyMeasured: (answers: number) =>
    `The difficulty was measured from ${n(answers, { one: '# first answer', other: '# first answers' })} by learners, and your level from your own answers.`,
  whyLabel: (answers: number) =>
    `${n(answers, {
      zero: 'No one has answered this question yet, so its difficulty label is used',
      one: 'Only # learner has answered this question so far, so its difficulty label counts as well',
      other: 'Only # learners have answered this question so far, so its difficulty label counts as well',
    })}. Your level comes from your own answers.`,
  whyChange: 'Change the target',
  mockResultTitle: 'Test complete',
  mockReview: 'All questions',
  mockRight: 'correct',
  mockWrong: 'incorrect',
  mockOpen: 'not answered',
  mockUngraded: 'not graded yet',
}

export type PracticeMessages = typeof practice

/** Texts of rarely used parts of practice; the texts of every question load with the first visit. */
export const usePracticeMessages = featureMessages<PracticeMessages>({
  en: () => practice,
  ar: async () => (await import('./messages.ar.ts')).practice,
})
