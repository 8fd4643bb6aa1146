/** The kinds of data on admin pages: a page reloads its kinds when they change. */
export const ADMIN_TOPICS = [
  'questions',
  'imports',
  'places',
  'plans',
  'library',
  'audio',
  'images',
  'backups',
  'trash',
  'reports',
  'answers',
  'learners',
  'admins',
  'settings',
  'comments',
  'audit',
] as const

/** What entries of the audit log are about. */
export const AUDIT_TOPICS = [...ADMIN_TOPICS, 'sessions'] as const
