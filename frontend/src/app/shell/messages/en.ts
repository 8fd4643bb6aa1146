export const adminNav = {
  dashboard: 'Dashboard',
  questions: 'Questions',
  bulkAdd: 'Bulk add',
  reports: 'Reports',
  sections: 'Sections',
  content: 'Paths and plans',
  learningResources: 'Learning resources',
  audio: 'Audio',
  backup: 'Backups',
  users: 'Users',
  settings: 'Settings',
  account: 'My account',
  learnerSide: 'Learner side',
}

export type AdminNavMessages = typeof adminNav
