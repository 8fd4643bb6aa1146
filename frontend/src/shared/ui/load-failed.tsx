import { useMessages } from '../i18n/locale.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { useErrorText } from './error-text.ts'

/** What could not be loaded, why, and the way to try again. */
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
