import { featureMessages } from '../../shared/i18n/feature-messages.ts'

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

export const useAdminNavMessages = featureMessages<AdminNavMessages>({
  en: () => adminNav,
  ar: async () => (await import('./messages.ar.ts')).adminNav,
})

const commandPalette = {
  title: 'Search',
  placeholder: 'A page or a question',
  found: 'Found',
  pages: 'Pages',
  questions: 'Questions',
  nothing: 'Nothing matches.',
  searching: 'Searching...',
  failed: 'Failed to search questions',
}

export type CommandPaletteMessages = typeof commandPalette

export const useCommandPaletteMessages = featureMessages<CommandPaletteMessages>({
  en: () => commandPalette,
  ar: async () => (await import('./messages.ar.ts')).commandPalette,
})
