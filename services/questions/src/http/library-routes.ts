import { feature, success } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { z } from 'zod'
import type { Db } from '../db/tables.ts'
import { featureKind } from '../library/feature-kind.ts'
import { servedKinds } from '../library/kinds.ts'
import { readLibrary } from '../library/read-library.ts'
import { tagReply } from './etag.ts'
import { libraryReadRoutes } from './library-read-routes.ts'
import { libraryWriteRoutes } from './library-write-routes.ts'

/** Everything the library holds: one group of routes for each row of the table of kinds. */
export function libraryRoutes(app: App, db: Db): void {
  for (const kind of servedKinds) {
    libraryReadRoutes(app, db, kind)
    if (kind.editable) libraryWriteRoutes(app, db, kind)
  }

  app.get(
    '/api/features/planned',
    {
      config: { access: 'anyone' },
      onSend: tagReply,
      schema: {
        tags: ['library'],
        summary: 'The parts of the website that are planned and not built yet',
        response: { 200: success({ data: z.array(plannedFeature), count: z.int() }) },
      },
    },
    async () => {
      const query = { category: 'Website', status: 'pending' }
      const { data, count } = await readLibrary(db, featureKind, query, { isAdmin: false, learnerId: null })
      return { success: true as const, data: z.array(plannedFeature).parse(data), count }
    },
  )
}

/** What everybody may know of a plan: how we build it is for admins. */
const plannedFeature = feature
  .pick({ id: true, title: true, description: true, section: true, status: true, priority: true, url: true })
  .meta({ id: 'PlannedFeature' })
