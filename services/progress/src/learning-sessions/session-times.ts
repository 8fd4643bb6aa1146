import { ANSWER_FUTURE_TOLERANCE, ANSWER_MAX_AGE, DomainError } from '@rehearse/contracts'

/**
 * When a session began: as an answer, not in the future and at most 30 days back.
 * @throws {DomainError} invalid, `unbelievable_time`
 */
export function believableStart(start: Date, now: Date): Date {
  const age = (now.getTime() - start.getTime()) / 1000
  if (age < -ANSWER_FUTURE_TOLERANCE) throw unbelievable('startTime', 'lies in the future')
  if (age > ANSWER_MAX_AGE) throw unbelievable('startTime', 'lies more than 30 days back')
  return start
}

/** @throws {DomainError} invalid, `unbelievable_time`, for an end before its start or in the future */
export function believableEnd(start: Date, end: Date, now: Date): Date {
  if (end < start) throw unbelievable('endTime', 'lies before its start')
  if (end.getTime() > now.getTime() + ANSWER_FUTURE_TOLERANCE * 1000)
    throw unbelievable('endTime', 'lies in the future')
  return end
}

function unbelievable(path: string, message: string): DomainError {
  return new DomainError({
    kind: 'invalid',
    code: 'unbelievable_time',
    message: 'Invalid progress data',
    details: [{ path, message }],
  })
}
