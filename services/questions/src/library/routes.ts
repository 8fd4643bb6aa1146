import {
  BODY_LIMIT,
  checkPlan as checkPlanEndpoint,
  feature,
  listIssueResources,
  listPlannedFeatures,
  newEntryFields,
  patchOf,
  removedReply,
  shortText,
  slug,
  success,
} from '@rehearse/contracts'
import { type App, serve } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { editRoutes } from '../edits/edit-routes.ts'
import { tagReply } from '../edits/etag.ts'
import { seesEverything } from '../questions/question-view.ts'
import type { Db } from '../tables.ts'
import { changeEntry, createEntry, removeEntry, reorderEntries } from './edit-entries.ts'
import type { IssueCache } from './issue-cache.ts'
import type { Caller, LibraryKind } from './kind.ts'
import { featureKind, servedKinds } from './kinds.ts'
import { listIssues, readBuiltInIssues } from './list-issues.ts'
import { checkPlan } from './plans.ts'
import { readEntry, readLibrary } from './read-library.ts'
import { searchIndexRoute } from './search-index.ts'

/** Everything the library holds: one group of routes for each row of the table of kinds. */
export function libraryRoutes(app: App, db: Db, issues: IssueCache | null): void {
  for (const kind of servedKinds) {
    libraryReadRoutes(app, db, kind)
    if (kind.editable) libraryWriteRoutes(app, db, kind)
  }
  plannedFeaturesRoute(app, db)
  planCheckRoute(app, db)
  issueListingRoute(app, db, issues)
  searchIndexRoute(app, db)
}

function plannedFeaturesRoute(app: App, db: Db): void {
  serve(app, listPlannedFeatures, { onSend: tagReply }, async () => {
    const query = { category: 'Website', status: 'pending' }
    const { data, count } = await readLibrary(db, featureKind, query, { isAdmin: false, learnerId: null })
    return { success: true as const, data: z.array(plannedFeature).parse(data), count }
  })
}

/** Making, changing and removing entries of one kind of the library. */
function libraryWriteRoutes(app: App, db: Db, kind: LibraryKind): void {
  const { address, document, name, noun, view } = kind
  editRoutes(app, db, {
    name,
    noun,
    address,
    tag: 'library',
    bodyLimit: BODY_LIMIT,
    create: document.extend(newEntryFields),
    patch: patchOf(document).extend({ order: newEntryFields.order }),
    reply: success({ data: view, message: z.string() }),
    removal: { summary: 'Delete', query: z.object({}), reply: removedReply },
    made: (trx, body) => createEntry(trx, kind, body),
    changed: (trx, id, how) => changeEntry(trx, kind, id, how),
    removed: async (trx, id, { precondition }) => {
      await removeEntry(trx, kind, id, precondition)
      return {}
    },
    arranged: (trx, ids) => reorderEntries(trx, kind, ids),
  })
}

/** Reading one kind of the library: the whole list, filtered, and one entry. */
function libraryReadRoutes(app: App, db: Db, kind: LibraryKind): void {
  const tags = ['library']
  const open = { config: { access: kind.access }, onSend: tagReply }

  app.get(
    kind.address,
    {
      ...open,
      schema: {
        tags,
        summary: `List: ${kind.noun.toLowerCase()}`,
        querystring: listQuery(kind),
        response: {
          200: success({ data: z.array(kind.view), count: z.int(), ...kind.extras?.shape }),
        },
      },
    },
    async (request) => {
      return { success: true as const, ...(await readLibrary(db, kind, request.query, callerOf(request))) }
    },
  )

  app.get(
    `${kind.address}/:id`,
    {
      ...open,
      schema: {
        tags,
        summary: `Read one: ${kind.noun.toLowerCase()}`,
        params: z.object({ id: slug }),
        response: { 200: success({ data: kind.view }) },
      },
    },
    async (request) => {
      return { success: true as const, data: await readEntry(db, kind, request.params.id, callerOf(request)) }
    },
  )
}

/** Checks the questions of a plan while an admin is still writing it. */
function planCheckRoute(app: App, db: Db): void {
  serve(app, checkPlanEndpoint, async (request) => ({
    success: true as const,
    data: await checkPlan(db, request.body.sections),
  }))
}

/** Resources that are a repository's issues; `cache` is null where no repository is configured. */
function issueListingRoute(app: App, db: Db, cache: IssueCache | null): void {
  serve(app, listIssueResources, { onSend: tagReply }, async () => {
    const fetched = cache?.current() ?? null
    return { success: true as const, ...listIssues(fetched, await readBuiltInIssues(db)) }
  })
}

function callerOf({ principal }: FastifyRequest): Caller {
  return {
    isAdmin: seesEverything(principal),
    learnerId: principal?.role === 'learner' ? principal.id : null,
  }
}

function listQuery({ filters, searched }: LibraryKind) {
  const parameters = [...Object.keys(filters), ...(searched.length > 0 ? ['searchTerm'] : [])]
  return z.object(
    Object.fromEntries(parameters.map((parameter) => [parameter, shortText(200).optional()] as const)),
  )
}

/** The public part of a planned feature; its implementation notes are for admins. */
const plannedFeature = feature
  .pick({ id: true, title: true, description: true, section: true, status: true, priority: true, url: true })
  .meta({ id: 'PlannedFeature' })
