import { type FeatureTables, useFeatureMessages } from '../i18n/feature-messages.ts'
import { type AccountMessages, erasure, settings } from '../i18n/messages/settings/en.ts'

const tables: FeatureTables<AccountMessages> = {
  en: () => ({ settings, erasure }),
  ar: async () => {
    const { settings, erasure } = await import('../i18n/messages/settings/ar.ts')
    return { settings, erasure }
  },
}

/** The sentences about one's own account: its settings, and its end. */
export const useAccountMessages = () => useFeatureMessages(tables)
