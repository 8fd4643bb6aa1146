import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const backups = {
  title: 'Backups',
  lead: 'Copies of the bank, one file for each section. A restore makes questions what they were, as new versions.',
  totalFiles: 'Files',
  totalQuestions: 'Questions',
  sections: 'Sections',
  statsFailed: 'Failed to get backup statistics',
  filesFailed: 'Failed to get backup files',
  sectionFailed: 'Failed to get section backup',
  deleteFailed: 'Failed to delete section backup',
  backUpFailed: 'Failed to back up',
  downloadFailed: 'The backup could not be downloaded',
  which: 'Back up',
  all: 'All sections',
  backUp: 'Back up now',
  backingUp: 'Backing up…',
  fromFile: 'Restore from a file',
  tooLarge: `A backup file may have ${IMPORT_BODY_LIMIT / 1024 ** 2} MB at most.`,
  none: 'There are no backups yet',
  noneText: 'Back up a section, or all of them, and the files appear here.',
  files: 'Backup files',
  section: 'Section',
  questions: 'Questions',
  size: 'Size',
  kilobytes: (size: string) => `${size} kB`,
  updated: 'Last backup',
  actions: 'Actions',
  show: (section: string) => `Show what the backup of "${section}" holds`,
  download: (section: string) => `Download the backup of "${section}"`,
  restore: (section: string) => `Restore "${section}"`,
  remove: (section: string) => `Delete the backup of "${section}"`,
  deleteTitle: 'Delete backup',
  deleteConfirm: (section: string) =>
    `Are you sure you want to delete the backup of "${section}"? The questions themselves stay.`,
  contentOf: (section: string) => `Backup of "${section}"`,
  more: (count: number) => n(count, { one: '# more', other: '# more' }),
  restoreOf: (name: string) => `Restore "${name}"`,
  restoreFailed: 'Nothing was restored',
  rehearsal: 'This is what would happen. Nothing has been changed yet.',
  nothing: 'Every question is as the backup says: there is nothing to restore.',
  done: 'Restored',
  confirm: (count: number) => n(count, { one: 'Restore # question', other: 'Restore # questions' }),
  counts: {
    created: 'Created again',
    updated: 'Changed',
    undeleted: 'Brought back',
    unchanged: 'As they are',
    failed: 'Refused',
  },
  becomes: {
    created: 'created again',
    updated: 'changed',
    undeleted: 'brought back',
    failed: 'refused',
  },
}

export type BackupMessages = typeof backups

const tables: FeatureTables<BackupMessages> = {
  en: () => backups,
  ar: async () => (await import('./messages.ar.ts')).backups,
}

export const useBackupMessages = () => useFeatureMessages(tables)
