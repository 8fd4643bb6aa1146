import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useSession } from '../api/session.ts'
import { useSignInPrompt } from '../ui/sign-in-prompt.ts'

type Options<Output, Input, Before> = Omit<UseMutationOptions<Output, Error, Input, Before>, 'onError'> & {
  onRefused?: (before: Before | undefined) => void
}

/**
 * A mutation of the learner's own data. If the session has ended, it asks the learner to sign in and then retries the
 * write, unless another account signs in.
 */
export function useOwnWrite<Output, Input = void, Before = unknown>({
  onRefused,
  ...options
}: Options<Output, Input, Before>) {
  const ask = useSignInPrompt((state) => state.ask)
  const uid = useSession()?.uid
  const current = useRef(uid)
  useEffect(() => {
    current.current = uid
  }, [uid])
  const write = useMutation<Output, Error, Input, Before>({
    ...options,
    onError: (error, input, before) => {
      onRefused?.(before)
      if (!(error instanceof ApiError && error.isUnauthenticated)) return
      // The new session reaches this component a tick after the sign-in.
      ask(() => setTimeout(() => current.current === uid && write.mutate(input)))
    },
  })
  return write
}
