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
  learnerSide: 'Learner side',
}

export type AdminNavMessages = typeof adminNav
