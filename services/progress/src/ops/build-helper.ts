import { workerData } from 'node:worker_threads'
import { helpBuild } from '@rehearse/event-store'
import { shadowOf } from '../read-models/projections.ts'
import { type BuildHelp, selectProjections } from './build-shadow.ts'
import { withDatabase } from './operation.ts'

/* A worker thread that helps the main thread build a shadow: see build-shadow.ts. */

const { name, projection, revision } = workerData as BuildHelp
await withDatabase(({ log, db }) =>
  helpBuild(log, db, shadowOf(selectProjections(projection), { name, revision })),
)
