import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type FeatureCatalogueMessages, featureCatalogue } from './messages/en.ts'

const tables: FeatureTables<FeatureCatalogueMessages> = {
  en: () => featureCatalogue,
  ar: async () => (await import('./messages/ar.ts')).featureCatalogue,
}

export const useFeatureCatalogueMessages = () => useFeatureMessages(tables)
