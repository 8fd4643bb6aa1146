import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { PasswordRules } from '../../shared/account/password-rules.ts'
import { saveFirstPreferences } from '../../shared/account/profile.ts'
import { finishSignOut } from '../../shared/account/sign-out.ts'
import type { FieldErrors } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { signedIn } from '../../shared/api/session.ts'
import { useLocale, useMessages } from '../../shared/i18n/locale.ts'
import type { Messages } from '../../shared/i18n/messages.en.ts'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { showToast } from '../../shared/ui/toasts.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'

/** Submits the form to sign in or sign up and, on success, updates the session everywhere. */
export function useCredentials(path: '/api/auth/login' | '/api/auth/register', onSuccess: () => void) {
  const { account } = useMessages()
  const language = useLocale((state) => state.language)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: Record<string, string>) => {
      // An earlier sign-out that finishes later would end this session.
      await finishSignOut()
      return learnerApi.post(path, { body })
    },
    onSuccess: ({ user }) => {
      signedIn(queryClient, user)
      if (path === '/api/auth/register') {
        void saveFirstPreferences(queryClient, user.uid, language)
        useSignInPrompt.getState().setJoined(true)
      }
      showToast({ tone: 'success', title: account.signedInTitle, message: account.welcome(user.displayName) })
      onSuccess()
    },
  })
}

/** Validates before a request: missing fields, an invalid email address, passwords that differ or break the rules. */
function checkCredentials(
  form: Record<string, string>,
  messages: Messages['signIn'],
  /** If the form sets a password. */
  rules?: PasswordRules,
): FieldErrors {
  const problems: FieldErrors = {}
  for (const [name, value] of Object.entries(form)) {
    if (value.trim() === '') problems[name] = messages.fieldRequired
  }
  if ('email' in form && !problems.email && !/^\S+@\S+$/.test(form.email?.trim() ?? '')) {
    problems.email = messages.emailInvalid
  }
  if (rules && !problems.password) {
    const problem = rules.problemOf(form.password ?? '')
    if (problem) problems.password = problem
  }
  if (
    'confirmPassword' in form &&
    !problems.confirmPassword &&
    rules?.isSame(form.password, form.confirmPassword) === false
  ) {
    problems.confirmPassword = messages.mismatch
  }
  return problems
}

/**
 * Submits a valid form; otherwise focuses the first invalid field.
 * @param rules the password rules, if the form sets a password
 */
export function useCheckedForm(send: (filled: Record<string, string>) => void, rules?: PasswordRules) {
  const { signIn } = useMessages()
  const [problems, setProblems] = useState<FieldErrors>({})
  const ref = useFocusFirstError(problems)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const found = checkCredentials(filled, signIn, rules)
    setProblems(found)
    if (Object.keys(found).length === 0) send(filled)
  }
  return { problems, form: { ref, onSubmit, noValidate: true } }
}
