import { ApiError } from '../api/api-error.ts'
import { useMessages } from '../i18n/locale.ts'

/** The sentence for an error: the server's own, or ours where no server spoke. */
export function useErrorText() {
  const { errors } = useMessages()
  return (error: unknown, fallback: string = errors.title): string => {
    if (!(error instanceof ApiError)) return fallback
    if (error.code === 'unreachable') return errors.unreachable
    if (error.code === 'timeout') return errors.timeout
    if (error.status === 429) return errors.tooMany
    return error.message || fallback
  }
}
