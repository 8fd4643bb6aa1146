import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type CommandPaletteMessages, commandPalette } from './messages/en.ts'

const tables: FeatureTables<CommandPaletteMessages> = {
  en: () => commandPalette,
  ar: async () => (await import('./messages/ar.ts')).commandPalette,
}

export const useCommandPaletteMessages = () => useFeatureMessages(tables)
