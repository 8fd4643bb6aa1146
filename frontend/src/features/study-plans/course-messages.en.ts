import { STEP_SHARE_PASSED } from '@rehearse/contracts/constants'
import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const course = {
  back: 'Learning paths',
  loadFailed: 'This learning path could not be loaded',
  start: 'Start',
  continue: 'Continue',
  stepsTitle: 'Steps',
  step: (number: string) => `Step ${number}`,
  stepOf: (number: string, of: string) => `Step ${number} of ${of}`,
  progress: (percent: string, done: string, of: string) => `${percent} · ${done} of ${of} steps completed`,
  questions: (answered: string, count: string) => `${answered} of ${count} questions answered`,
  correct: (correct: string, count: string) => `${correct} of ${count} correct`,
  minutes: (count: number) => n(count, { one: '# minute', other: '# minutes' }),
  readLesson: 'Read the lesson',
  read: 'You have read this lesson.',
  markRead: 'Mark as read',
  readFailed: 'The lesson could not be marked as read',
  states: { unseen: 'Not answered', missed: 'Missed', correct: 'Correct' },
  completed: 'Complete',
  current: 'Next',
  noSteps: 'This path has no steps yet',
  noStepsText: 'Practice its questions in the meantime.',
  practicePath: 'Practice',
  rule: `A step is complete when you have answered all of its questions, at least ${STEP_SHARE_PASSED}% of them correctly.`,
  stepRule: (needed: string, count: string) =>
    `This step is complete when you have answered all of its questions, at least ${needed} of ${count} correctly.`,
  certificate: 'View your certificate',
  finished: 'You have completed this path.',
  lessonTitle: 'Lesson',
  practiceTitle: 'Questions',
  challengesTitle: 'Challenges',
  challenges: (count: number) => n(count, { one: 'Challenge', other: 'Challenges' }),
  challengeDone: 'Passed',
  practice: (count: number) => n(count, { one: 'Answer # question', other: 'Answer # questions' }),
  practiceMissed: (count: number) =>
    n(count, { one: 'Answer the missed question again', other: 'Answer the # missed questions again' }),
  repeatPractice: 'Practice again',
  complete: 'Complete this step',
  completeFailed: 'The step could not be completed',
  next: (title: string) => `Next: ${title}`,
  toPath: 'Back to the path',
  missingStep: 'This step no longer exists',
  visitor: 'Sign in to keep your progress and earn the certificate.',
}

export type CourseMessages = typeof course

/** Texts of a learning path's own pages. */
export const useCourseMessages = featureMessages<CourseMessages>({
  en: () => course,
  ar: async () => (await import('./course-messages.ar.ts')).course,
})
