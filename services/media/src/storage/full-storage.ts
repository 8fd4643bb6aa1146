import { JetStreamApiError } from '@nats-io/jetstream'
import { DomainError } from '@rehearse/contracts'
import { isUnavailable } from '@rehearse/service-kit'

/** Of the file system: no space left, or none for us. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/** Of JetStream: insufficient resources, insufficient storage, a stream at its size, a store that can't be written to. */
const fullApiCodes: ReadonlySet<number> = new Set([10023, 10047, 10077, 10118])

/**
 * What stands for a failure to store something: where there is no room for it that is said, for neither the request nor
 * the program is wrong. Anything else stays what it is.
 */
export function orStorageFull(error: unknown): unknown {
  const isFull =
    error instanceof JetStreamApiError
      ? fullApiCodes.has(error.code)
      : error instanceof Error && 'code' in error && fullCodes.has(error.code)
  if (!isFull) return error
  return new DomainError({
    kind: 'unavailable',
    code: 'storage_full',
    message: 'There is no room for audio files at the moment, please try again later',
    retryAfterSeconds: 60,
    cause: error,
  })
}

/** The same of what NATS was to do: whatever else keeps it from that, it is away, and may be back soon. */
export function orStorageAway(error: unknown): unknown {
  const told = orStorageFull(error)
  if (told instanceof DomainError || isUnavailable(told)) return told
  return new DomainError({
    kind: 'unavailable',
    code: 'temporarily_unavailable',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 1,
    cause: error,
  })
}
