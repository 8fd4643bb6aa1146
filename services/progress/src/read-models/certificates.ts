import type { Projection } from '@rehearse/event-store'
import { ofType } from '../learner/of-type.ts'
import type { ProgressTables } from '../tables.ts'
import { certificateCode } from './certificate-code.ts'

/** Certificates by their codes: no reset takes them away. */
export const certificatesProjection: Projection<ProgressTables> = {
  name: 'certificates',
  tables: ['learner_certificate'],
  apply: async (trx, events) => {
    for (const event of events) {
      if (!ofType(event, 'CertificateIssued')) continue
      const { learnerId, pathId, issuedAt } = event.data
      await trx
        .insertInto('learner_certificate')
        .values({
          code: certificateCode(event.eventId),
          learner_id: learnerId,
          path_id: pathId,
          issued_at: new Date(issuedAt),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  },
}
