import {
  changeEntryStatus as changeEntryStatusEndpoint,
  checkPlan as checkPlanEndpoint,
  type EditEndpoints,
  listIssueResources,
  listPlannedFeatures,
  mayEnter,
  type OrderEndpoints,
  type ReadEndpoints,
} from '@rehearse/contracts'
import { type App, idempotentWrite, serve, withIdempotency } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import { editorOf, editRoutes } from '../edits/edit-routes.ts'
import { preconditionOf, tagReply } from '../edits/etag.ts'
import { recordActor } from '../edits/repository.ts'
import type { Db } from '../tables.ts'
import { changeEntry, changeEntryStatus, createEntry, removeEntry, reorderEntries } from './edit-entries.ts'
import type { IssueCache } from './issue-cache.ts'
import { type Caller, isEditable, type LibraryKind, visitor } from './kind.ts'
import { featureKind, kindNamed, servedKinds } from './kinds.ts'
import { listIssues, readBuiltInIssues } from './list-issues.ts'
import { checkPlan } from './plans.ts'
import { readEntry, readLibrary } from './read-library.ts'
import { searchIndexRoute } from './search-index.ts'

/** Routes of the library: one group for each kind. */
export function libraryRoutes(app: App, db: Db, issues: IssueCache | null): void {
  for (const kind of servedKinds) {
    const { endpoints } = kind
    if (endpoints === null) continue
    libraryReadRoutes(app, db, kind, endpoints)
    if (isEditable(endpoints)) libraryWriteRoutes(app, db, kind, endpoints)
  }
  entryStatusRoute(app, db)
  plannedFeaturesRoute(app, db)
  planCheckRoute(app, db)
  issueListingRoute(app, db, issues)
  searchIndexRoute(app, db)
}

/** The public part of a planned feature; its implementation notes are for admins. */
const plannedFeatures = listPlannedFeatures.response[200].shape.data

function plannedFeaturesRoute(app: App, db: Db): void {
  serve(app, listPlannedFeatures, { onSend: tagReply }, async () => {
    const query = { category: 'Website', status: 'pending' }
    const { data, count } = await readLibrary(db, featureKind, query, visitor)
    return { success: true as const, data: plannedFeatures.parse(data), count }
  })
}

/** Routes that create, change and remove entries of one kind. */
function libraryWriteRoutes(
  app: App,
  db: Db,
  kind: LibraryKind,
  endpoints: EditEndpoints & OrderEndpoints,
): void {
  editRoutes(app, db, {
    name: kind.name,
    noun: kind.noun,
    endpoints,
    made: (trx, body, editor) => createEntry(trx, kind, body, editor),
    changed: (trx, id, how) => changeEntry(trx, kind, id, how),
    removed: async (trx, id, { precondition }) => {
      await removeEntry(trx, kind, id, precondition)
      return {}
    },
    arranged: (trx, ids) => reorderEntries(trx, kind, ids),
  })
}

/** Route that moves an entry through the editorial process. */
function entryStatusRoute(app: App, db: Db): void {
  serve(app, changeEntryStatusEndpoint, async (request) => {
    const { kind, id } = request.params
    const how = {
      change: request.body,
      editor: editorOf(request),
      precondition: preconditionOf(request.headers['if-match']),
    }
    return withIdempotency(db, idempotentWrite(request, ['status', kind, id]), async (trx) => {
      await recordActor(trx, how.editor.id)
      const data = entryState.parse(await changeEntryStatus(trx, kindNamed(kind), id, how))
      return { success: true as const, data, message: 'Status changed successfully' }
    })
  })
}

const entryState = changeEntryStatusEndpoint.response[200].shape.data

/** Routes that read one kind: the filtered list, and one entry. */
function libraryReadRoutes(app: App, db: Db, kind: LibraryKind, { list, read }: ReadEndpoints): void {
  serve(app, list, { onSend: tagReply }, async (request) => ({
    success: true as const,
    ...(await readLibrary(db, kind, request.query, callerOf(request))),
  }))

  serve(app, read, { onSend: tagReply }, async (request) => ({
    success: true as const,
    data: await readEntry(db, kind, request.params.id, callerOf(request)),
  }))
}

/** Route that checks the questions of a plan while an admin is editing it. */
function planCheckRoute(app: App, db: Db): void {
  serve(app, checkPlanEndpoint, async (request) => ({
    success: true as const,
    data: await checkPlan(db, request.body.sections),
  }))
}

/** Route of resources that are a repository's issues; `cache` is null if no repository is configured. */
function issueListingRoute(app: App, db: Db, cache: IssueCache | null): void {
  serve(app, listIssueResources, { onSend: tagReply }, async () => {
    const fetched = cache?.current() ?? null
    return { success: true as const, ...listIssues(fetched, await readBuiltInIssues(db)) }
  })
}

function callerOf(request: FastifyRequest): Caller {
  const { principal } = request
  return {
    editor: mayEnter(principal?.role ?? 'visitor', 'author') ? editorOf(request) : null,
    learnerId: principal?.role === 'learner' ? principal.id : null,
  }
}
