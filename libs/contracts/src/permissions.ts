import type { Role } from './identity/accounts.ts'

/** A caller's role, or a visitor. */
export type Caller = 'visitor' | Role

/**
 * The permission table: the callers that each kind of access allows. The gateway and every service check it
 * independently; nothing else in the platform decides what a role may do.
 */
export const accessRules = {
  anyone: ['visitor', 'learner', 'enrolling_admin', 'author', 'reviewer', 'admin', 'super_admin'],
  'signed-in': ['learner', 'author', 'reviewer', 'admin', 'super_admin'],
  learner: ['learner'],
  /** Own second factor and sign-out: all that an admin can do before setting up a required second factor. */
  'admin-enrollment': ['enrolling_admin', 'author', 'reviewer', 'admin', 'super_admin'],
  /** Everyone with an admin account. What an author may do with which content: `content-status.rules.ts`. */
  author: ['author', 'reviewer', 'admin', 'super_admin'],
  /** Those who decide about content in review. */
  reviewer: ['reviewer', 'admin', 'super_admin'],
  admin: ['admin', 'super_admin'],
  super_admin: ['super_admin'],
} as const satisfies Readonly<Record<string, readonly Caller[]>>

/** The access that an endpoint requires. */
export type Access = keyof typeof accessRules

export const mayEnter = (caller: Caller, access: Access): boolean =>
  (accessRules[access] as readonly Caller[]).includes(caller)

/** An ability of users: all endpoints below these paths with this access. */
export interface Ability {
  name: string
  access: Access
  paths: readonly string[]
}

const catalogs = [
  '/api/learning-paths',
  '/api/categories',
  '/api/topics',
  '/api/sections',
  '/api/guided-learning/plans',
  '/api/challenges',
  '/api/resources',
  '/api/guides',
  '/api/question-bank',
  '/api/articles',
  '/api/cheatsheets',
  '/api/question-lists',
  '/api/jobs',
]

/** Every endpoint belongs to one of these; `docs/permissions.md` is generated from them and the gateway's table. */
export const abilities: readonly Ability[] = [
  { name: 'Create an account, sign in and out', access: 'anyone', paths: ['/api/auth', '/api/admin/auth'] },
  { name: 'Read and practice questions', access: 'anyone', paths: ['/api/questions'] },
  {
    name: 'Read the catalogs',
    access: 'anyone',
    paths: [...catalogs, '/api/badges', '/api/features/planned', '/api/search-index'],
  },
  {
    name: 'Read the platform’s health and its API documentation',
    access: 'anyone',
    paths: ['/api/health', '/api/docs', '/api/openapi.json', '/api/runner', '/.well-known/jwks.json'],
  },
  { name: 'Report request durations, if enabled', access: 'anyone', paths: ['/api/traces'] },
  { name: 'Read a private calendar feed by its address', access: 'anyone', paths: ['/api/calendar'] },
  { name: 'Verify a certificate', access: 'anyone', paths: ['/api/certificates'] },
  { name: 'Unsubscribe through a mailed link', access: 'anyone', paths: ['/api/unsubscribe'] },
  {
    name: 'See and end your sessions, verify your email',
    access: 'learner',
    paths: ['/api/auth'],
  },
  {
    name: 'Manage your profile and preferences, export and erase your data',
    access: 'learner',
    paths: ['/api/users/me'],
  },
  { name: 'Read an erasure receipt', access: 'anyone', paths: ['/api/privacy'] },
  { name: 'Answer questions, and see your progress', access: 'learner', paths: ['/api/progress'] },
  {
    name: 'Report a problem with a question',
    access: 'learner',
    paths: ['/api/questions/unified', '/api/questions/reports'],
  },
  { name: 'Use an admin session', access: 'author', paths: ['/api/admin/auth'] },
  {
    name: 'Set up your second factor, sign out as an admin',
    access: 'admin-enrollment',
    paths: ['/api/admin/auth'],
  },
  {
    name: 'Write questions and library content, submit and review them',
    access: 'author',
    paths: [
      '/api/questions',
      '/api/admin/reviews',
      '/api/admin/editors',
      '/api/admin/content',
      '/api/challenges',
      '/api/resources',
      '/api/guides',
      '/api/question-bank',
      '/api/articles',
      '/api/cheatsheets',
      '/api/question-lists',
      '/api/jobs',
    ],
  },
  {
    name: 'Comment on content, and see who else has it open',
    access: 'author',
    paths: ['/api/admin/comments', '/api/admin/notifications', '/api/admin/presence'],
  },
  { name: 'Receive live changes', access: 'author', paths: ['/api/admin/stream'] },
  {
    name: 'Manage questions',
    access: 'admin',
    paths: ['/api/questions', '/api/admin/reports', '/api/admin/translations'],
  },
  {
    name: 'See which hosts receive answers and recordings in mock interviews',
    access: 'anyone',
    paths: ['/api/interviews'],
  },
  {
    name: 'Use the configured model and speech endpoint in mock interviews',
    access: 'learner',
    paths: ['/api/interviews'],
  },
  { name: 'Play the audio of questions', access: 'anyone', paths: ['/api/audio'] },
  { name: 'Manage the audio of questions', access: 'admin', paths: ['/api/audio'] },
  { name: 'See the images of questions and lessons', access: 'anyone', paths: ['/api/images'] },
  { name: 'Upload images', access: 'author', paths: ['/api/images'] },
  { name: 'Manage images', access: 'admin', paths: ['/api/images', '/api/admin/images'] },
  { name: 'Manage the catalogs', access: 'admin', paths: catalogs },
  { name: 'Read the audit log', access: 'admin', paths: ['/api/admin/audit'] },
  {
    name: 'Restore deleted content and old versions',
    access: 'admin',
    paths: ['/api/admin/trash', '/api/admin/versions'],
  },
  { name: 'Manage backups', access: 'admin', paths: ['/api/admin/backup'] },
  { name: 'See all features', access: 'admin', paths: ['/api/features'] },
  {
    name: 'See progress and question statistics, and regrade answers',
    access: 'admin',
    paths: ['/api/admin/progress'],
  },
  { name: 'Manage learners', access: 'admin', paths: ['/api/admin/users'] },
  {
    name: 'See the state of the services',
    access: 'admin',
    paths: ['/api/admin/platform'],
  },
  { name: 'Manage admins', access: 'super_admin', paths: ['/api/admin/admins'] },
  { name: 'Rotate signing keys', access: 'super_admin', paths: ['/api/admin/signing-keys'] },
]

/** The ability of an endpoint: of those with its access, the one with the longest matching path. */
export function abilityOf(call: { path: string; access: Access }): Ability | undefined {
  let found: Ability | undefined
  let closest = 0
  for (const ability of abilities) {
    if (ability.access !== call.access) continue
    for (const path of ability.paths) {
      const isUnder = call.path === path || call.path.startsWith(`${path}/`)
      if (!isUnder || path.length <= closest) continue
      found = ability
      closest = path.length
    }
  }
  return found
}
