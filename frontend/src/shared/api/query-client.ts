import { QueryClient } from '@tanstack/react-query'
import { LISTENER_CONFLICT, RETRY } from '../constants.ts'
import { ApiError } from './api-error.ts'

/** Retries reads that may succeed later; never retries writes. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Always try: `navigator.onLine` only knows about the network cable.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => {
          if (isListenerConflict(error)) return failures === 0
          return failures < RETRY.attempts - 1 && error instanceof ApiError && error.isTransient
        },
        retryDelay: (failures, error) =>
          isListenerConflict(error) ? LISTENER_CONFLICT.delay : RETRY.delay * (failures + 1),
      },
    },
  })

const isListenerConflict = (error: Error) => error.message.includes(LISTENER_CONFLICT.text)
