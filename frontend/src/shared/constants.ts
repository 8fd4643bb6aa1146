/** The specs' times and limits for the browser, in one place. Milliseconds unless the name says otherwise. */

const SECOND = 1_000
const MINUTE = 60 * SECOND

export const TOAST_DURATION = 5 * SECOND
export const TOAST_FADE = 300
export const LOADING_OVERLAY_DURATION = 2 * SECOND

export const PROFILE_TIMEOUT = 5 * SECOND
export const PROGRESS_TIMEOUT = 10 * SECOND
export const PROGRESS_CACHE_AGE = 24 * 60 * MINUTE
export const TOKEN_REFRESH_INTERVAL = 50 * MINUTE
/** The time limit for each step of a sign-out; the next page finishes slower steps. */
export const SIGN_OUT_TIMEOUT = 10 * SECOND
export const REQUEST_TIMEOUT = 30 * SECOND
/** A long import grades thousands of rows in one request. */
export const IMPORT_TIMEOUT = 5 * MINUTE
/** A language model is slow; the server times out earlier. */
export const INTERVIEWER_TIMEOUT = 2 * MINUTE
/** Every service exports what it stores about a user. */
export const EXPORT_TIMEOUT = 2 * MINUTE
/** Polling interval for the progress of an account deletion. */
export const RECEIPT_INTERVAL = 1.5 * SECOND

/** Retries of reads and of token renewal; the delay grows by this much each time. */
export const RETRY = { attempts: 3, delay: SECOND } as const
/** A read that hit a listener conflict is retried once. */
export const LISTENER_CONFLICT = { text: 'Target ID already exists', delay: 500 } as const
/** Checks of the server: every `interval`; after a failure this many attempts, each after twice the delay. */
export const CONNECTION = { interval: 30 * SECOND, attempts: 3, delay: SECOND } as const

export const PAGE_SIZES = [5, 10, 20, 50] as const
export const PAGE_BUTTONS = 5

/** The most days of a custom plan, and the most questions a day. */
export const CUSTOM_PLAN_DAYS = 7
export const CUSTOM_PLAN_DAILY_MAX = 200
/** Questions in one practice session. */
export const RUN_LENGTH = 20
/** After this long without an answer, the next answer starts a new session. */
export const SESSION_GAP = 30 * MINUTE
/** Questions in a mock test. */
export const MOCK_LENGTH = 10
/** The IndexedDB database on this device. */
export const OFFLINE_DATABASE = 'rehearse'
/** Questions cached on this device for offline use. */
export const SAVED_QUESTIONS_MAX = 500
/** A visitor's answers kept on this device in case they sign up: how many, and for how long. */
export const VISITOR_ANSWERS = { count: 200, age: 7 * 24 * 60 * MINUTE } as const
/** Between two attempts to reach an unavailable server. */
export const RECONNECT_INTERVAL = 10 * SECOND
/** Background work starts this long after the page has loaded, since the page may still wait for data. */
export const BACKGROUND_DELAY = 0.5 * SECOND
/** The service worker is installed this long after the page has loaded, so that it doesn't compete with the page. */
export const WORKER_DELAY = 2 * SECOND
/** Reporting of traced calls: how many at once, and for how long they are collected. */
export const TRACE_REPORT = { calls: 10, delay: 5 * SECOND } as const
/** Titles in an import preview; the rest is only counted. */
export const IMPORT_PREVIEW = 5

export const LOGO_WIDTHS = { xs: 80, sm: 112, md: 144, lg: 176 } as const

/** contracts' `cookieNames.signedIn`, repeated here because importing it would bring the schemas into the bundle. */
export const SIGNED_IN_COOKIE = 'rehearse_signed_in'

export const STORAGE_KEYS = {
  theme: 'theme',
  language: 'language',
  direction: 'direction',
  profile: 'auth_profile',
  progress: (uid: string) => `progress_${uid}`,
  userType: 'userType',
  hasCompletedOnboarding: 'hasCompletedOnboarding',
  isFirstVisit: 'isFirstVisit',
  learningMode: 'learningMode',
  /** The owner of the four above. */
  introducedBy: 'introduced_by',
  /** Set on leaving for a provider's sign-in, until the return. */
  atProvider: 'at_provider',
  noticesSeen: (uid: string) => `notices_seen_${uid}`,
  adminSession: 'admin_session',
  adminRedirectAttempted: 'admin_redirect_attempted',
  /** A sign-out in progress on this device. */
  signOut: { learner: 'sign_out', admin: 'sign_out_admin' },
} as const
