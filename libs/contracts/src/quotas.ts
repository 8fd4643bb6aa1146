import { DomainError } from './errors.ts'

/** How much one learner may store under a quota, in all requests together. Days are UTC days. */
export interface Quota {
  /** Bytes (of UTF-8 or of a stored document), or entries: rows, events or names. */
  unit: 'bytes' | 'entries'
  /** New bytes or entries per day; null: only the total counts, since entries replace each other. */
  daily: number | null
  total: number
  /** Completes the sentence "{what} has reached …". */
  what: string
  /** What to do when the total is reached. */
  remedy: string
}

const MB = 1_000_000

/**
 * Limits for everything that a learner can store besides answers, which have their own rate limit and are never
 * rejected for space. The services enforce these numbers, and the API and the privacy page show them, so they are
 * defined only here. They are far above what practice needs and limit the cost of one account.
 */
export const QUOTAS = {
  'challenge-attempts': {
    unit: 'entries',
    daily: 1_000,
    total: 100_000,
    what: 'The number of challenge attempts',
    remedy: 'Your earlier attempts still count.',
  },
  /** Code and test results of the best and the latest attempt at each challenge. */
  'challenge-code': {
    unit: 'bytes',
    daily: 2 * MB,
    total: 10 * MB,
    what: 'The stored challenge code',
    remedy: 'Send the attempt without its code to save its score.',
  },
  /** What learners are writing; stored after each pause in typing, so the daily limit is far above the total. */
  'challenge-drafts': {
    unit: 'bytes',
    daily: 50 * MB,
    total: 10 * MB,
    what: 'The stored challenge drafts',
    remedy: 'What you write stays on this device.',
  },
  'card-reviews': {
    unit: 'entries',
    daily: 5_000,
    total: 500_000,
    what: 'The number of flashcard reviews',
    remedy: 'Your cards keep their schedule.',
  },
  /** Choices of the retention, and returns to the standard weights: each reschedules all cards. */
  'card-settings': {
    unit: 'entries',
    daily: 50,
    total: 5_000,
    what: 'The number of changes to the flashcard settings',
    remedy: 'Your cards keep their schedule.',
  },
  /** Starts, pauses and resets. */
  'plan-changes': {
    unit: 'entries',
    daily: 200,
    total: 5_000,
    what: 'The number of plan starts, pauses and resets',
    remedy: 'Your plans stay as they are.',
  },
  'started-plans': {
    unit: 'entries',
    daily: null,
    total: 300,
    what: 'The number of started plans',
    remedy: 'Continue one of the plans you have started.',
  },
  'progress-resets': {
    unit: 'entries',
    daily: 100,
    total: 5_000,
    what: 'The number of progress resets',
    remedy: 'Your progress stays as it is.',
  },
  /** Settings and removals of the interview date; each keeps up to 30 question ids in the log. */
  'interview-changes': {
    unit: 'entries',
    daily: 100,
    total: 2_000,
    what: 'The number of changes of the interview date',
    remedy: 'Your interview stays as it is.',
  },
  /** A list page with all of them, without their texts, is one request. */
  'mock-interviews': {
    unit: 'entries',
    daily: null,
    total: 100,
    what: 'The number of mock interviews',
    remedy: 'Delete mock interviews you no longer need.',
  },
  /** Stored every few seconds during an interview, so the daily limit is far above the total. */
  'mock-interview-text': {
    unit: 'bytes',
    daily: 100 * MB,
    total: 10 * MB,
    what: 'The text of your mock interviews',
    remedy: 'Delete mock interviews you no longer need.',
  },
  'mock-exams': {
    unit: 'entries',
    daily: 20,
    total: 1_000,
    what: 'The number of mock exams',
    remedy: 'Your earlier forecasts and results stay.',
  },
  'completed-sections': {
    unit: 'entries',
    daily: 1_000,
    total: 20_000,
    what: 'The number of completed sections',
    remedy: 'Sections you have completed stay complete.',
  },
  /** Their ids, plans and section names, at creation and after changes. */
  'practice-sessions': {
    unit: 'bytes',
    daily: MB / 2,
    total: 20 * MB,
    what: 'The stored list of practice sessions',
    remedy: 'Answers are saved without a session.',
  },
  notes: {
    unit: 'entries',
    daily: null,
    total: 2_000,
    what: 'The number of notes',
    remedy: 'Delete notes you no longer need.',
  },
  'note-text': {
    unit: 'bytes',
    daily: 10 * MB,
    total: 20 * MB,
    what: 'The text of your notes',
    remedy: 'Shorten or delete notes you no longer need.',
  },
  bookmarks: {
    unit: 'entries',
    daily: 10_000,
    total: 5_000,
    what: 'The number of bookmarks',
    remedy: 'Delete bookmarks you no longer need.',
  },
  'custom-plans': {
    unit: 'entries',
    daily: null,
    total: 100,
    what: 'The number of custom plans',
    remedy: 'Delete plans you no longer need.',
  },
  'custom-plan-text': {
    unit: 'bytes',
    daily: 10 * MB,
    total: 5 * MB,
    what: 'The text of your custom plans',
    remedy: 'Shorten or delete plans you no longer need.',
  },
  /**
   * Section names that a client sent with its answers; answers beyond the limit count for the question's category.
   */
  'section-names': {
    unit: 'entries',
    daily: null,
    total: 300,
    what: 'The number of section names',
    remedy: 'Further answers count for the category of their question.',
  },
  /** The same for learning paths; answers beyond the limit count for no path. */
  'path-names': {
    unit: 'entries',
    daily: null,
    total: 300,
    what: 'The number of learning paths',
    remedy: 'Further answers count for no learning path.',
  },
  'question-reports': {
    unit: 'entries',
    daily: 200,
    total: 5_000,
    what: 'The number of reports',
    remedy: 'We still have your earlier reports.',
  },
  'push-devices': {
    unit: 'entries',
    daily: null,
    total: 10,
    what: 'The number of browsers that receive notifications',
    remedy: 'The oldest one is removed.',
  },
  /** Signed-in browsers; beyond the limit, the least recently used are signed out. */
  devices: {
    unit: 'entries',
    daily: null,
    total: 100,
    what: 'The number of signed-in devices',
    remedy: 'The one used least recently is signed out.',
  },
} as const satisfies Readonly<Record<string, Quota>>

export type QuotaName = keyof typeof QUOTAS

/** One error code for every quota; `details` names the quota and its limit. */
export function quotaExceeded(name: QuotaName, per: 'day' | 'total'): DomainError {
  const { unit, daily, total, what, remedy }: Quota = QUOTAS[name]
  const limit = (per === 'day' ? daily : null) ?? total
  const amount = unit === 'bytes' ? `${limit / MB} MB` : limit.toLocaleString('en-US')
  return new DomainError({
    kind: 'conflict',
    code: 'quota_exceeded',
    message:
      per === 'day'
        ? `${what} has reached its limit for one day (${amount}). Please try again tomorrow`
        : `${what} has reached its limit (${amount}). ${remedy}`,
    details: [{ path: name, message: `allows ${amount} ${per === 'day' ? 'a day' : 'in total'}` }],
  })
}
