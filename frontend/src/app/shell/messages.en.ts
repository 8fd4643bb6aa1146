import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const adminNav = {
  dashboard: 'Dashboard',
  questions: 'Questions',
  reviews: 'Reviews',
  bulkAdd: 'Bulk add',
  reports: 'Reports',
  sections: 'Sections',
  content: 'Paths and plans',
  learningResources: 'Learning resources',
  translations: 'Translations',
  audio: 'Audio',
  images: 'Images',
  backup: 'Backups',
  trash: 'Trash',
  audit: 'Audit log',
  users: 'Users',
  settings: 'Settings',
  account: 'My account',
  learnerSide: 'Learner view',
}

export type AdminNavMessages = typeof adminNav

export const useAdminNavMessages = featureMessages<AdminNavMessages>({
  en: () => adminNav,
  ar: async () => (await import('./messages.ar.ts')).adminNav,
})

/** Page names by path, with synonyms for search. The first seven are the navigation. */
const pageNames: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': ['Today', 'dashboard', 'home', 'continue'],
  '/practice': ['Practice', 'ways to practice'],
  '/learning-paths': ['Learning paths', 'courses'],
  '/coding': ['Challenges', 'coding', 'editor'],
  '/interview': ['Interview', 'interview plan', 'countdown'],
  '/library': ['Library', 'reading'],
  '/progress': ['Progress', 'stats', 'points', 'streak', 'history'],
  '/questions': ['Practice questions', 'free practice', 'session'],
  '/questions/all': ['All questions', 'question list', 'browse'],
  '/questions/lists': ['Question lists', 'top 75', 'last-minute review', 'curated'],
  '/questions?mode=mock': ['Mock test', 'timed test', 'exam'],
  '/questions?mode=review': ['Review mistakes', 'incorrect', 'missed'],
  '/flashcards': ['Flashcards', 'cards', 'due', 'spaced repetition'],
  '/study-plans': ['Study plans', 'guided plan', 'schedule', 'day'],
  '/study-plans/new': ['Create a custom plan', 'own plan'],
  '/bookmarks': ['Bookmarks and notes', 'saved'],
  '/interview#date': ['Interview date', 'calendar', 'deadline'],
  '/interview/forecast': ['Forecast', 'chance', 'prediction', 'mock exam'],
  '/ai-mock-interview': ['Mock interview', 'interviewer', 'follow-up'],
  '/questions/javascript': ['JavaScript questions'],
  '/questions/react': ['React questions'],
  '/questions/user-interface': ['User interface questions', 'CSS', 'HTML'],
  '/questions/system-design': ['System design questions'],
  '/questions/behavioral': ['Behavioral questions', 'leadership', 'soft skills'],
  '/questions/company-specific': ['Company questions'],
  '/preparation-guides': ['Preparation guides'],
  '/articles': ['Articles', 'blog'],
  '/cheatsheet': ['Cheat sheets', 'reference', 'syntax'],
  '/resources': ['Resources', 'links', 'videos', 'books'],
  '/jobs': ['Jobs', 'openings', 'career'],
  '/progress?view=activity': ['Activity', 'sessions', 'charts', 'calendar'],
  '/progress?view=topics': ['Topics', 'strongest', 'mastery'],
  '/progress?view=badges': ['Badges', 'milestones', 'certificates', 'achievements'],
  '/certificates': ['Verify a certificate', 'check', 'code'],
  '/notices': ['Notifications', 'reports', 'news'],
  '/settings': ['Settings', 'preferences', 'account'],
}

const commandPalette = {
  title: 'Search',
  placeholder: 'Search questions, challenges, paths, and more',
  adminPlaceholder: 'A page or a question',
  found: 'Results',
  best: 'Best matches',
  pages: 'Pages',
  questions: 'Questions',
  mentioned: 'Also mentioned in',
  all: (count: number) => n(count, { one: 'Show the question found', other: 'Show all # questions found' }),
  nothing: 'No results. Try another word or a shorter one.',
  searching: 'Searching...',
  failed: 'Some results could not be loaded',
  kinds: {
    path: 'Learning path',
    step: 'Step',
    list: 'Question list',
    challenge: 'Challenge',
    guide: 'Guide',
    article: 'Article',
    cheatsheet: 'Cheat sheet',
    resource: 'Resource',
    company: 'Company',
    job: 'Job',
    setting: 'Setting',
  },
  pageNames,
  /** Names of the settings page's sections. */
  settings: {
    profile: ['Name and picture', 'profile', 'avatar'],
    practice: ['Theme, language, and daily goal', 'dark', 'light', 'time zone', 'study hours', 'difficulty'],
    notifications: ['Emails and reminders', 'email', 'notifications', 'push'],
    devices: ['Signed-in devices', 'sign out', 'sessions'],
    'sign-in': ['Email address and password', 'e-mail', 'login', 'change password'],
    data: ['Download or delete your data', 'export', 'erase', 'delete account', 'privacy'],
  } as Readonly<Record<string, readonly string[]>>,
}

export type CommandPaletteMessages = typeof commandPalette

export const useCommandPaletteMessages = featureMessages<CommandPaletteMessages>({
  en: () => commandPalette,
  ar: async () => (await import('./messages.ar.ts')).commandPalette,
})
