import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type PlatformMessages, platform } from './messages.en.ts'

const tables: FeatureTables<PlatformMessages> = {
  en: () => platform,
  ar: async () => (await import('./messages.ar.ts')).platform,
}

export const usePlatformMessages = () => useFeatureMessages(tables)
