import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type CertificateMessages, certificates } from './messages/en.ts'

const tables: FeatureTables<CertificateMessages> = {
  en: () => certificates,
  ar: async () => (await import('./messages/ar.ts')).certificates,
}

export const useCertificateMessages = () => useFeatureMessages(tables)
