import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const backups = {
  title: 'Backups',
  lead: 'Each section has a backup file. Earlier backups stay available as restore points. Restoring saves the backed-up questions as new versions.',
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
  backingUp: 'Backing up...',
  fromFile: 'Restore from a file',
  tooLarge: `This file is larger than ${IMPORT_BODY_LIMIT / 1024 ** 2} MB. Choose a backup that was downloaded here.`,
  none: 'There are no backups yet',
  noneText: 'Back up a section or all of them to see the files here.',
  files: 'Backup files',
  section: 'Section',
  questions: 'Questions',
  size: 'Size',
  kilobytes: (size: string) => `${size} kB`,
  updated: 'Last backup',
  actions: 'Actions',
  show: (section: string) => `Show the backup of "${section}"`,
  download: (section: string) => `Download the backup of "${section}"`,
  restore: (section: string) => `Restore "${section}"`,
  remove: (section: string) => `Delete the backup of "${section}"`,
  deleteTitle: 'Delete backup',
  deleteConfirm: (section: string) =>
    `Are you sure you want to delete the backup of "${section}" and all its restore points? The questions themselves stay.`,
  contentOf: (section: string) => `Backup of "${section}"`,
  more: (count: number) => n(count, { one: '# more', other: '# more' }),
  restoreOf: (name: string) => `Restore "${name}"`,
  point: 'Restore point',
  pointOf: (when: string, questions: number) =>
    `${when}, ${n(questions, { one: '# question', other: '# questions' })}`,
  restoreFailed: 'Nothing was restored',
  rehearsal: 'This is a preview. Nothing has changed yet.',
  nothing: 'Every question matches the backup. There is nothing to restore.',
  done: 'Restored',
  confirm: (count: number) => n(count, { one: 'Restore # question', other: 'Restore # questions' }),
  counts: {
    created: 'Recreated',
    updated: 'Changed',
    undeleted: 'Undeleted',
    unchanged: 'Unchanged',
    failed: 'Failed',
  },
  becomes: {
    created: 'recreated',
    updated: 'changed',
    undeleted: 'undeleted',
    failed: 'failed',
  },
}

export type BackupMessages = typeof backups

const tables: FeatureTables<BackupMessages> = {
  en: () => backups,
  ar: async () => (await import('./messages.ar.ts')).backups,
}

export const useBackupMessages = () => useFeatureMessages(tables)
