import type { AuditTopic } from '@rehearse/contracts'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'

export const auditLog = {
  title: 'Audit log',
  lead: 'What admins, reviewers and authors did, and when. Entries are kept for a year.',
  search: 'Search titles, IDs and actions',
  person: 'Person',
  everyone: 'Everyone',
  topic: 'Area',
  allTopics: 'All areas',
  topics: {
    questions: 'Questions',
    imports: 'Imports',
    places: 'Taxonomy and paths',
    plans: 'Plans',
    library: 'Library',
    audio: 'Audio',
    images: 'Images',
    backups: 'Backups',
    trash: 'Trash',
    reports: 'Reports',
    answers: 'Answers and regrading',
    learners: 'Learners',
    admins: 'Admins',
    settings: 'Settings',
    comments: 'Comments',
    audit: 'Audit log',
    sessions: 'Sign-in and account',
  } satisfies Record<AuditTopic, string> as Record<AuditTopic, string>,
  from: 'From',
  to: 'Until',
  csv: 'Download CSV',
  csvFailed: 'The file could not be created',
  list: 'Entries',
  time: 'Time',
  action: 'Action',
  target: 'Item',
  empty: 'Nothing has been recorded yet',
  noMatch: 'No entries match these filters',
  loadFailed: 'The audit log could not be loaded',
  showing: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of}`,
}

export type AuditLogMessages = typeof auditLog

const tables: FeatureTables<AuditLogMessages> = {
  en: () => auditLog,
  ar: async () => (await import('./messages.ar.ts')).auditLog,
}

export const useAuditLogMessages = () => useFeatureMessages(tables)
