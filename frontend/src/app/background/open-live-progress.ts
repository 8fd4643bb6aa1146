import type { ProgressChange } from '@rehearse/contracts'
import { refreshSession } from '../../shared/api/client.ts'
import { openLiveConnection } from './one-connection.ts'

/** Follows a learner's progress. What was missed in a gap the server tells first. @returns ends it */
export const openLiveProgress = (uid: string, onChange: (change: ProgressChange) => void): (() => void) =>
  openLiveConnection<ProgressChange>({
    address: '/api/progress/stream',
    // contracts' `progressChangeEvent`; named here because the schemas around it are no light load.
    event: 'progress',
    name: `rehearse-progress-${uid}`,
    onMessage: onChange,
    recover: refreshSession,
  })
