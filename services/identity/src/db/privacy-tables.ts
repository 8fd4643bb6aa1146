import type { StreamOwner } from '@rehearse/contracts'
import type { Moment, MomentOrNull } from './moment.ts'

interface ErasureTable {
  id: string
  learner_id: string | null
  requested_by: string | null
  requested_at: Moment
}

interface ErasureStepTable {
  erasure_id: string
  service: StreamOwner
  done_at: MomentOrNull
}

/** What is kept of those who are forgotten: that they were, and when. */
export interface PrivacyTables {
  erasure: ErasureTable
  erasure_step: ErasureStepTable
}
