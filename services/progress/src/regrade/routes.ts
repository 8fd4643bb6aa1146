import { DomainError, listRegradeNotifications, paginate, regradeQuestion } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Backend, type Database, principalOf, serve } from '@rehearse/service-kit'
import type { FetchQuestion } from '../question-copies/find-question.ts'
import { findAnswerKeys } from '../question-copies/question-repository.ts'
import type { ReadModels } from '../read-models/follow-log.ts'
import type { ProgressTables } from '../tables.ts'
import { correctedKey } from './regrade-learner.ts'
import type { RegradeRequest } from './regrade-page-repository.ts'
import {
  changesSoFar,
  countNotifications,
  findRegrade,
  planRegrade,
  readNotifications,
  regradePage,
  requestRegrade,
} from './repository.ts'

/** Milliseconds that the request waits for the result; what is left runs in the background. */
const inlineTimeout = 3_000

export interface RegradeDependencies {
  database: Database<ProgressTables>
  log: EventLog
  fetchQuestion: FetchQuestion
  readModels: ReadModels
}

/** Regrades answers after a key was corrected. */
export function regradeRoutes(
  app: App,
  { database: { db }, log, fetchQuestion, readModels }: RegradeDependencies,
): void {
  serve(app, regradeQuestion, { invalidMessage: 'Invalid request body' }, async (request) => {
    const { dryRun, version } = request.body
    const wanted = await resolveRequest(request.params.id.toLowerCase(), version)
    const head = { success: true as const, ...wanted, dryRun }
    if (dryRun) {
      return { ...head, status: 'planned' as const, changes: await planRegrade(db, log, readModels, wanted) }
    }
    await requestRegrade(db, wanted, principalOf(request).id)
    const deadline = performance.now() + inlineTimeout
    let regrade = await findRegrade(db, wanted)
    while (regrade?.finished_at === null && performance.now() < deadline) {
      await regradePage(db, log, readModels)
      regrade = await findRegrade(db, wanted)
    }
    if (regrade === undefined) throw new Error('a requested regrade has a row')
    const status = regrade.finished_at === null ? ('running' as const) : ('done' as const)
    return { ...head, status, changes: changesSoFar(regrade) }
  })

  async function resolveRequest(questionId: string, version: number): Promise<RegradeRequest> {
    // The request may arrive before the corrected question's event: ask the questions service for the newest version.
    await fetchQuestion({ questionId, version: undefined })
    let [shown, newest] = await findKeys(questionId, version)
    if (shown === undefined && (await fetchQuestion({ questionId, version }))) {
      ;[shown, newest] = await findKeys(questionId, version)
    }
    if (newest === undefined) throw notFound('question_not_found', 'Question not found')
    if (shown === undefined) throw notFound('version_not_found', 'The question has no such version')
    correctedKey(shown, newest)
    return { questionId, version, keyVersion: newest.version }
  }

  const findKeys = (questionId: string, version: number) =>
    findAnswerKeys(db, [
      { questionId, version },
      { questionId, version: undefined },
    ])
}

const notFound = (code: string, message: string) => new DomainError({ kind: 'not-found', code, message })

/** Notifications about regraded answers. */
export function regradeNotificationRoutes(app: App, { db }: Database<ProgressTables>): void {
  serve(app, listRegradeNotifications, async (request) => {
    const { id } = principalOf(request)
    const { page, pageSize } = request.query
    const [notices, totalCount] = await Promise.all([
      readNotifications(db, id, { limit: pageSize, offset: (page - 1) * pageSize }),
      countNotifications(db, id),
    ])
    return { success: true as const, notices, pagination: paginate(page, pageSize, totalCount) }
  })
}

/** Milliseconds between two checks for requested regrades. */
const pause = 1_000

/** Runs requested regrades in the background, in one replica at a time. */
export function runRegrades(
  { database, runPeriodically }: Backend<ProgressTables>,
  log: EventLog,
  readModels: ReadModels,
): void {
  runPeriodically('regrades', pause, async () =>
    (await regradePage(database.db, log, readModels)) ? 0 : pause,
  )
}
