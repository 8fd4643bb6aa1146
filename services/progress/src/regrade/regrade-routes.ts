import { DomainError, regradeInput, regradeParams, regradeReply } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import { findAnswerKeys } from '../question-copies/answer-key-repository.ts'
import type { LearnQuestion } from '../question-copies/learn-question.ts'
import type { ProgressTables } from '../tables.ts'
import { correctedKey } from './corrected-key.ts'
import type { Changes, RegradeOrder } from './regrade-page-repository.ts'
import { findRegrade, orderRegrade, planRegrade, regradePage } from './regrade-repository.ts'

/** Milliseconds that an admin waits for the outcome; what isn't done by then goes on in the background. */
const patience = 3_000

export interface RegradeDependencies {
  database: Database<ProgressTables>
  log: EventLog
  learn: LearnQuestion
}

/** Answers graded anew after a key was corrected. */
export function regradeRoutes(app: App, { database: { db }, log, learn }: RegradeDependencies): void {
  app.post(
    '/api/admin/progress/questions/:id/regrade',
    {
      config: { access: 'admin', invalidMessage: 'Invalid request body' },
      schema: {
        tags: ['progress'],
        summary: 'Grade the answers to a version by the newest key: say first what changes, then do it',
        params: regradeParams,
        body: regradeInput,
        response: { 200: regradeReply },
      },
    },
    async (request) => {
      const { dryRun, version } = request.body
      const order = await orderOf(request.params.id.toLowerCase(), version)
      const head = { success: true as const, ...order, dryRun }
      if (dryRun) {
        return { ...head, status: 'planned' as const, changes: await planRegrade(db, log, order) }
      }
      await orderRegrade(db, order, principalOf(request).id)
      const deadline = performance.now() + patience
      let regrade = await findRegrade(db, order)
      while (regrade?.finished_at === null && performance.now() < deadline) {
        await regradePage(db, log)
        regrade = await findRegrade(db, order)
      }
      if (regrade === undefined) throw new Error('a regrade that was ordered is there')
      const { answers, learners, points, badges } = regrade
      const changes: Changes = { answers, learners, points, badges }
      const status = regrade.finished_at === null ? ('running' as const) : ('done' as const)
      return { ...head, status, changes }
    },
  )

  async function orderOf(questionId: string, version: number): Promise<RegradeOrder> {
    // Who has just corrected a key is here before we are told of it: the bank itself says which one is the newest.
    await learn({ questionId, version: undefined })
    let [shown, newest] = await findKeys(questionId, version)
    if (shown === undefined && (await learn({ questionId, version }))) {
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
