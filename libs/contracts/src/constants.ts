/** Limits and defaults that several packages share; every number is the specs'. */

export const PAGE_SIZE_DEFAULT = 10
export const PAGE_SIZE_MAX = 100
/** The highest page number of a list: large offsets cost the database a lot. */
export const PAGE_MAX = 1_000_000

/**
 * Body limits in bytes: of endpoints whose largest valid body is below 8 KB, of those with a larger one, of files.
 */
export const SMALL_BODY_LIMIT = 16 * 1024
export const BODY_LIMIT = 1024 * 1024
export const IMPORT_BODY_LIMIT = 20 * 1024 * 1024
export const UPLOAD_BODY_LIMIT = 11 * 1024 * 1024
/** The spec's text for an audio file or image above 10 MB, however much larger it is. */
export const UPLOAD_TOO_LARGE = 'File size exceeds 10MB limit'
/** For a file with questions, and for a backup. */
export const IMPORT_TOO_LARGE = {
  code: 'payload_too_large',
  message: `File size exceeds ${IMPORT_BODY_LIMIT / 1024 ** 2}MB limit`,
}
/** The maximum depth of JSON, and number of values in it; imports have higher limits. */
export const JSON_DEPTH_MAX = 64
export const JSON_VALUES_MAX = 50_000
export const IMPORT_VALUES_MAX = 2_000_000

/** The maximum number of tags of a question or a library entry. */
export const TAGS_MAX = 30
export const OPTIONS_MIN = 2
export const OPTIONS_MAX = 26

/** The maximum length of texts, in characters, in forms and schemas. */
export const TEXT_MAX = {
  questionTitle: 300,
  /** Maximum length of an option, and of its feedback. */
  option: 4_000,
  search: 200,
  /** The maximum length of a question report and of an admin's reply. */
  report: 2_000,
  adminName: 100,
  disableReason: 500,
  /** The maximum length of the comment on a change of status. */
  statusComment: 2_000,
  totpCode: 20,
  recoveryCode: 64,
  displayName: 100,
  webAddress: 2_048,
  /** The maximum length of a learner's note on a question. */
  note: 10_000,
  interviewAnswer: 10_000,
  planName: 200,
  imageAlt: 300,
} as const

/** The daily goal, in questions. */
export const DAILY_GOAL = { min: 1, max: 1_000, default: 10 } as const
/** The maximum number of sections of a custom plan, and of questions in one of them. */
export const CUSTOM_PLAN = { sections: 20, sectionQuestions: 200 } as const

/** In Unicode code points. */
export const PASSWORD_MIN_CHARACTERS = 6
/** In UTF-8. bcrypt reads only 72 bytes, so a longer password is rejected, never truncated. */
export const PASSWORD_MAX_BYTES = 72
export const BCRYPT_COST = 12

/** Lifetimes in seconds. */
export const LEARNER_TOKEN_TTL = 60 * 60
export const ADMIN_TOKEN_TTL = 24 * 60 * 60
/** For a session that can only set up a required second factor. */
export const ADMIN_ENROLLMENT_TTL = 15 * 60
/** For the link by which an admin sets a new password after a reset. */
export const ADMIN_RESET_TTL = 24 * 60 * 60
export const REFRESH_TOKEN_TTL = 30 * 24 * 60 * 60
/** How long a rotated refresh token still returns the pair it was exchanged for: two tabs at once. */
export const REFRESH_GRACE = 30

export const TOKEN_ISSUER = 'rehearse'
export const TOKEN_AUDIENCE = 'rehearse'

/** Points of a correct answer by difficulty, before the deduction for further attempts. */
export const ANSWER_POINTS = { beginner: 5, intermediate: 10, advanced: 20 } as const
export const ANSWER_POINTS_UNKNOWN_DIFFICULTY = 5
export const ANSWER_POINTS_DEDUCTION_PER_ATTEMPT = 2
export const ANSWER_POINTS_MIN = 1

/** How far (seconds) an answer's time may be in the future (clock drift) and in the past (offline queues). */
export const ANSWER_FUTURE_TOLERANCE = 5 * 60
export const ANSWER_MAX_AGE = 30 * 24 * 60 * 60
/** The maximum time of one answer, in seconds. */
export const ANSWER_TIME_SPENT_MAX = 24 * 60 * 60

/** The maximum number of answers in one batch of an offline queue. */
export const BATCH_ANSWERS_MAX = 500

export const PLAN_CACHE_QUESTIONS = 5
/** A ranking of topics contains those with enough answers; strong ones have at least this accuracy, in percent. */
export const RANKING = { answers: 10, strongAccuracy: 60, shown: 5 } as const

/** The dashboard's time ranges in days, and the lengths of its lists. */
export const DASHBOARD = { weekDays: 7, monthDays: 30, topCategories: 5, recentActivity: 10 } as const

/** The maximum number of questions in one bulk action on all that match a filter. */
export const BULK_MATCHING_MAX = 20_000

/** Milliseconds in which deleted content can be restored; then it is erased. */
export const RESTORABLE_FOR = 30 * 24 * 60 * 60 * 1000

/** The maximum number of versions that are kept of a library entry or a taxonomy node. */
export const ENTRY_VERSIONS_MAX = 100

/** The maximum size of an audio file, in bytes. */
export const AUDIO_MAX_BYTES = 10_485_760

/** The maximum number of console entries of one run: the page that shows them must stay responsive. */
export const RUN_CONSOLE_ENTRIES = 200
/** The maximum length of one console entry, value or error, in characters. */
export const RUN_TEXT = 2_000
/** Milliseconds for code and tests together; an endless loop can take half a gigabyte per second. */
export const RUN_TIME_LIMIT = 1_500
/** The maximum number of tests of one run. */
export const RUN_TESTS = 2_000
/** The maximum number of elements in a page. */
export const RUN_ELEMENTS = 20_000

/** Milliseconds for which entries of the audit log are kept. */
export const AUDIT_KEPT_FOR = 365 * 24 * 60 * 60 * 1000

/** The number of steps of a learning path; it is complete when all of them are. */
export const PATH_STEPS = 10
/** Percent of a step's questions whose latest answer must be correct to complete it. */
export const STEP_SHARE_PASSED = 80
/** How many of a step's questions must be correct to complete it: all four of four. */
export const stepPassedAt = (questions: number): number => Math.ceil((questions * STEP_SHARE_PASSED) / 100)
/** Estimates of study time: words read per minute, and minutes for a question with its explanation and for a flashcard. */
export const WORDS_PER_MINUTE = 200
export const MINUTES_PER_QUESTION = 1.5
export const MINUTES_PER_CARD = 0.5
/** Estimated minutes to solve a coding challenge, and to answer a design case. */
export const CHALLENGE_MINUTES = { easy: 15, medium: 25, hard: 40 } as const
export const DESIGN_CASE_MINUTES = 15
/** A lesson that was open for longer counts as open for this long. Seconds. */
export const LESSON_SECONDS_MAX = 4 * 60 * 60

/** How likely a flashcard is remembered when it comes back, in percent. */
export const RETENTION = { min: 80, max: 95, default: 90 } as const
/** Ratings of flashcards from which a learner's own weights are fitted. */
export const CARD_FIT_MIN = 1_000

/** How many days ahead an interview may be. */
export const INTERVIEW_DAYS_MAX = 365
export const INTERVIEW_PATHS_MAX = 20
export const MINUTES_PER_DAY = { min: 5, max: 240, default: 30 } as const
/** What an interview track prepares for. */
export const TRACK_ROLES = ['frontend', 'react', 'fullstack'] as const
export const TRACK_LEVELS = ['junior', 'mid', 'senior'] as const
/** Minutes of the mock interviews of a track. */
export const TRACK_INTERVIEW_MINUTES = { short: 20, long: 45 } as const
/** Questions that are reserved for a learner's mock exams. */
export const RESERVED_QUESTIONS = 30
/** Questions of a mock exam. */
export const EXAM_QUESTIONS = { min: 10, max: RESERVED_QUESTIONS, default: 20 } as const
/** Graded first answers below which a forecast is unknown. */
export const FORECAST_MIN = 30
