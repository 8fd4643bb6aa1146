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
/** Of each step of a sign-out: what takes longer is finished by the next page. */
export const SIGN_OUT_TIMEOUT = 10 * SECOND
export const REQUEST_TIMEOUT = 30 * SECOND
/** A long import grades thousands of rows in one request. */
export const IMPORT_TIMEOUT = 5 * MINUTE
/** A language model takes its time; the server gives it up before. */
export const INTERVIEWER_TIMEOUT = 2 * MINUTE
/** Every service is asked for all it holds on somebody. */
export const EXPORT_TIMEOUT = 2 * MINUTE
/** Between two looks at how far an erasure is. */
export const RECEIPT_INTERVAL = 1.5 * SECOND

/** Of reads, and of a token's renewal: each time so much later. */
export const RETRY = { attempts: 3, delay: SECOND } as const
/** A read that met another listener is tried once more. */
export const LISTENER_CONFLICT = { text: 'Target ID already exists', delay: 500 } as const
/** Whether the server is there: looked at so often, and when it is not, looked for so many times, each twice as late. */
export const CONNECTION = { interval: 30 * SECOND, attempts: 3, delay: SECOND } as const

export const PAGE_SIZES = [5, 10, 20, 50] as const
export const PAGE_BUTTONS = 5

/** Days that a plan of one's own may have, and questions a day. */
export const OWN_PLAN_DAYS = 7
export const OWN_PLAN_DAILY_MAX = 200
/** Questions in one run of practice. */
export const RUN_LENGTH = 20
/** Longer than this without an answer, and the next one begins another session. */
export const SESSION_GAP = 30 * MINUTE
/** Questions in a mock test. */
export const MOCK_LENGTH = 10
/** Questions that stay on this device for when there is no network. */
export const KEPT_QUESTIONS = 500
/** A visitor's answers that stay on this device in case they sign up: so many, so long. */
export const VISITOR_ANSWERS = { count: 200, age: 7 * 24 * 60 * MINUTE } as const
/** Between two tries to reach a server that was away. */
export const RECONNECT_INTERVAL = 10 * SECOND
/** What goes on behind the pages begins so long after the first of them has loaded, which may still wait for data. */
export const BACKGROUND_DELAY = 0.5 * SECOND
/** After its page has loaded, the app is kept on the device: not while the page is still at work. */
export const WORKER_DELAY = 2 * SECOND
/** Where calls are traced: how many a page tells of at once, and for how long it gathers them. */
export const TRACE_REPORT = { calls: 10, delay: 5 * SECOND } as const
/** Titles that an import preview shows before it only counts. */
export const IMPORT_PREVIEW = 5

export const LOGO_WIDTHS = { xs: 80, sm: 112, md: 144, lg: 176 } as const

/** contracts' `cookieNames.signedIn`; named here again because the schemas around it are no light load. */
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
  /** Whose the four above are. */
  introducedBy: 'introduced_by',
  /** Left for a provider's sign-in, until the return. */
  atProvider: 'at_provider',
  noticesSeen: (uid: string) => `notices_seen_${uid}`,
  adminSession: 'admin_session',
  adminRedirectAttempted: 'admin_redirect_attempted',
  /** A sign-out that has begun on this device, until all of it is done. */
  signOut: { learner: 'sign_out', admin: 'sign_out_admin' },
} as const
