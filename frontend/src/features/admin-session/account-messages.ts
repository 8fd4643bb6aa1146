import { ApiError } from '../../shared/api/api-error.ts'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { type AdminAccountMessages, adminAccount } from './account-messages.en.ts'

const tables: FeatureTables<AdminAccountMessages> = {
  en: () => adminAccount,
  ar: async () => (await import('./account-messages.ar.ts')).adminAccount,
}

export const useAdminAccountMessages = () => useFeatureMessages(tables)

/** What went wrong, in the user's language where the code is one of this feature's. */
export function useAccountErrorText() {
  const messages = useAdminAccountMessages()
  const errorText = useErrorText()
  return (error: unknown): string => {
    const own = error instanceof ApiError ? messages.errors[error.code] : undefined
    return own ?? errorText(error, messages.failed)
  }
}
