import { type BackedUpQuestion, type BackupInput, DomainError } from '@rehearse/contracts'
import { storedType } from '../questions/new-question.ts'
import { settleOptions } from '../questions/normalize-options.ts'

/**
 * A question as it was sent, as backups keep it.
 * @throws {DomainError} invalid, `missing_fields`
 */
export function asBackedUp({ id, title, section, type, options, ...rest }: BackupInput): BackedUpQuestion {
  if (!id || !title || !section) throw missingFields()
  const { correctAnswers } = rest
  const sent = options && { type: type ?? 'multiple-choice', options, correctAnswers }
  return {
    ...rest,
    ...(type && { type: storedType(type) }),
    ...(sent && { options: settleOptions(sent).options }),
    id,
    title,
    section,
    backedUpAt: new Date().toISOString(),
  }
}

const missingFields = () =>
  new DomainError({
    kind: 'invalid',
    code: 'missing_fields',
    message: 'Missing required fields: id, title, section',
  })
