import { ApiError, type FieldErrors } from '../api/api-error.ts'
import { useMessages } from '../i18n/locale.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Skeleton } from './skeleton.tsx'

/** Until a query has data: placeholders, or why there is none and a button to try again. */
export function Loading({
  query: { data, error, refetch },
  title,
  heights,
}: {
  query: { data: unknown; error: Error | null; refetch: () => unknown }
  title?: string
  heights: readonly number[]
}) {
  if (data !== undefined) return null
  if (!error) return <Skeleton heights={heights} />
  return <LoadFailed {...(title !== undefined && { title })} error={error} onRetry={() => void refetch()} />
}

/** An error for content that failed to load: the reason and a button to retry. */
export function LoadFailed({
  title,
  error,
  onRetry,
}: {
  title?: string
  error: unknown
  onRetry: () => void
}) {
  const messages = useMessages()
  const errorText = useErrorText()
  return (
    <Alert
      tone="error"
      title={title ?? messages.errors.loadFailed}
      action={<Button onClick={onRetry}>{messages.common.retry}</Button>}
    >
      <p>{errorText(error)}</p>
    </Alert>
  )
}

/** The text for an error: the server's, in the user's language, or our own if there was no response. */
export function useErrorText() {
  const { errors } = useMessages()
  return (error: unknown, fallback: string = errors.title): string => {
    if (!(error instanceof ApiError)) return fallback
    if (error.code === 'unreachable') return errors.unreachable
    if (error.code === 'timeout') return errors.timeout
    if (error.status === 429) return errors.tooMany
    return errors.fromServer(error.code, error.message) || fallback
  }
}

/** The server's field errors, in the user's language. */
export function useFieldErrors() {
  const { errors } = useMessages()
  return (error: unknown): FieldErrors =>
    error instanceof ApiError
      ? Object.fromEntries(error.details.map(({ path, message }) => [path, errors.serverText(message)]))
      : {}
}
