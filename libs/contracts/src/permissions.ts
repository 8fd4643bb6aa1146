import type { Role } from './identity/accounts.ts'

/** A caller's role, or a visitor. */
export type Caller = 'visitor' | Role

/**
 * The permission table: the callers that each kind of access admits. The gateway and every service check it
 * independently; nothing else in the platform decides what a role may do.
 */
export const admitted = {
  anyone: ['visitor', 'learner', 'enrolling_admin', 'admin', 'super_admin'],
  'signed-in': ['learner', 'admin', 'super_admin'],
  learner: ['learner'],
  /** Own second factor and sign-out: all that an admin can do before setting up a required second factor. */
  'admin-enrollment': ['enrolling_admin', 'admin', 'super_admin'],
  admin: ['admin', 'super_admin'],
  super_admin: ['super_admin'],
} as const satisfies Readonly<Record<string, readonly Caller[]>>

/** The access that an endpoint requires. */
export type Access = keyof typeof admitted

export const mayEnter = (caller: Caller, access: Access): boolean =>
  (admitted[access] as readonly Caller[]).includes(caller)

/** Something that users can do, with its endpoints: all below these paths with this access. */
export interface Ability {
  name: string
  access: Access
  paths: readonly string[]
}

const catalogues = [
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
  { name: 'Make an account, sign in and out', access: 'anyone', paths: ['/api/auth', '/api/admin/auth'] },
  { name: 'Read and practice questions', access: 'anyone', paths: ['/api/questions'] },
  {
    name: 'Read the catalogues',
    access: 'anyone',
    paths: [...catalogues, '/api/badges', '/api/features/planned', '/api/search-index'],
  },
  {
    name: 'Ask how the platform is and how it is used',
    access: 'anyone',
    paths: ['/api/health', '/api/docs', '/api/openapi.json', '/api/runner', '/.well-known/jwks.json'],
  },
  { name: 'Tell how long calls took, where that is asked for', access: 'anyone', paths: ['/api/traces'] },
  { name: 'See whether a certificate is genuine', access: 'anyone', paths: ['/api/certificates'] },
  { name: 'Take back a subscription by its link', access: 'anyone', paths: ['/api/unsubscribe'] },
  {
    name: 'See and end own sessions, verify the own address',
    access: 'learner',
    paths: ['/api/auth'],
  },
  {
    name: 'Keep own profile and preferences, see and erase what is held on oneself',
    access: 'learner',
    paths: ['/api/users/me'],
  },
  { name: 'Follow an erasure by its receipt', access: 'anyone', paths: ['/api/privacy'] },
  { name: 'Answer, and follow own progress', access: 'learner', paths: ['/api/progress'] },
  {
    name: 'Say what is wrong with a question',
    access: 'learner',
    paths: ['/api/questions/unified', '/api/questions/reports'],
  },
  { name: 'Keep an admin session', access: 'admin', paths: ['/api/admin/auth'] },
  {
    name: 'Set up the own second factor, sign out as an admin',
    access: 'admin-enrollment',
    paths: ['/api/admin/auth'],
  },
  {
    name: 'Manage questions',
    access: 'admin',
    paths: ['/api/questions', '/api/admin/reports'],
  },
  {
    name: 'Know whom answers in mock interviews would be sent to',
    access: 'anyone',
    paths: ['/api/interviews'],
  },
  {
    name: 'Be interviewed by the configured model',
    access: 'learner',
    paths: ['/api/interviews'],
  },
  { name: 'Hear the audio of questions', access: 'anyone', paths: ['/api/audio'] },
  { name: 'Manage the audio of questions', access: 'admin', paths: ['/api/audio'] },
  { name: 'Manage the catalogues', access: 'admin', paths: catalogues },
  { name: 'Manage backups', access: 'admin', paths: ['/api/admin/backup'] },
  { name: 'See the feature catalogue', access: 'admin', paths: ['/api/features'] },
  {
    name: 'See how learners and questions do, and put grades right',
    access: 'admin',
    paths: ['/api/admin/progress'],
  },
  { name: 'Look after learners', access: 'admin', paths: ['/api/admin/users'] },
  {
    name: 'See how every service does, and what changes as it changes',
    access: 'admin',
    paths: ['/api/admin/platform', '/api/admin/stream'],
  },
  { name: 'Look after admins', access: 'super_admin', paths: ['/api/admin/admins'] },
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
