import { QueryClient } from '@tanstack/react-query'
import { LISTENER_CONFLICT, RETRY } from '../constants.ts'
import { ApiError } from './api-error.ts'

/** Reads are tried again while that may help; writes never by themselves. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Whether there is a network only a try can tell: browsers know of the cable at most.
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
