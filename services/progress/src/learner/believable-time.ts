import { ANSWER_FUTURE_TOLERANCE, ANSWER_MAX_AGE } from '@rehearse/contracts/constants'
import { DomainError } from '@rehearse/contracts/errors'

/**
 * A time that a client claims for something done: at most 30 days back, and no further ahead than clocks drift.
 * @param path the field it was claimed in
 * @throws {DomainError} invalid, `unbelievable_time`
 */
export function believableTime(path: string, claimed: Date, now: Date): Date {
  const age = (now.getTime() - claimed.getTime()) / 1000
  if (age < -ANSWER_FUTURE_TOLERANCE) throw unbelievableTime(path, 'lies in the future')
  if (age > ANSWER_MAX_AGE) throw unbelievableTime(path, 'lies more than 30 days back')
  return claimed
}

export function unbelievableTime(path: string, message: string): DomainError {
  return new DomainError({
    kind: 'invalid',
    code: 'unbelievable_time',
    message: 'Invalid progress data',
    details: [{ path, message }],
  })
}
