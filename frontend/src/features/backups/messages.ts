import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type BackupMessages, backups } from './messages.en.ts'

const tables: FeatureTables<BackupMessages> = {
  en: () => backups,
  ar: async () => (await import('./messages.ar.ts')).backups,
}

export const useBackupMessages = () => useFeatureMessages(tables)
