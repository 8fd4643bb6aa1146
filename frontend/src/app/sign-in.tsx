import { lazy, Suspense } from 'react'
import { useSignInPrompt } from '../shared/ui/sign-in-prompt.ts'

const SignInDialog = lazy(async () => ({
  default: (await import('../features/account/sign-in-dialog.tsx')).SignInDialog,
}))

/** The one sign-in dialog, opened from anywhere through the prompt. */
export function SignIn() {
  const { open, close, onSuccess } = useSignInPrompt()
  if (!open) return null
  return (
    <Suspense>
      <SignInDialog
        onClose={close}
        onSuccess={() => {
          close()
          onSuccess?.()
        }}
      />
    </Suspense>
  )
}
