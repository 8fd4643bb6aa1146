import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type FeatureCatalogMessages, featureCatalog } from './feature-messages.en.ts'

const tables: FeatureTables<FeatureCatalogMessages> = {
  en: () => featureCatalog,
  ar: async () => (await import('./feature-messages.ar.ts')).featureCatalog,
}

export const useFeatureCatalogMessages = () => useFeatureMessages(tables)
