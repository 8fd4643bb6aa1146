import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type AudioMessages, audio } from './messages.en.ts'

const tables: FeatureTables<AudioMessages> = {
  en: () => audio,
  ar: async () => (await import('./messages.ar.ts')).audio,
}

export const useAudioMessages = () => useFeatureMessages(tables)
