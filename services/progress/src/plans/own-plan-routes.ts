import { randomUUID } from 'node:crypto'
import {
  BODY_LIMIT,
  DomainError,
  messageReply,
  newOwnPlan,
  ownPlan,
  type PlanProgress,
  planParams,
  planProgressListReply,
  planProgressReply,
  repeatableHeaders,
} from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import { eventIdOf } from '../learner-store/event-id.ts'
import type { ProgressTables } from '../tables.ts'
import { changeOwnPlan, removeOwnPlan, storeOwnPlan } from './own-plan-repository.ts'
import { planNotFound, readPlans } from './read-plans.ts'

const tags = ['progress']

/** A learner's plans, and those that they make for themselves. */
export function ownPlanRoutes(app: App, database: Database<ProgressTables>): void {
  const { db } = database

  app.get(
    '/api/progress/plans',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'My plans day by day: the templates that I have started, and my own',
        response: { 200: planProgressListReply },
      },
    },
    async (request) => ({
      success: true as const,
      plans: await readPlans(database, principalOf(request).id, new Date()),
    }),
  )

  app.post(
    '/api/progress/plans',
    {
      bodyLimit: BODY_LIMIT,
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Make a plan of my own; sent twice under one id or key, it is made once',
        headers: repeatableHeaders,
        body: newOwnPlan,
        response: { 201: planProgressReply },
      },
    },
    async (request, reply) => {
      const { id } = principalOf(request)
      const { planId: given, ...plan } = request.body
      const key = request.headers['idempotency-key']
      const planId =
        given?.toLowerCase() ?? (key === undefined ? randomUUID() : eventIdOf(id, 'own plan', key))
      if (!(await storeOwnPlan(db, id, planId, plan, new Date()))) throw noRoom()
      return reply.code(201).send({ success: true as const, plan: await requireProgress(id, planId) })
    },
  )

  app.put(
    '/api/progress/plans/:planId',
    {
      bodyLimit: BODY_LIMIT,
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Change a plan of my own',
        params: planParams,
        body: ownPlan,
        response: { 200: planProgressReply },
      },
    },
    async (request) => {
      const { id } = principalOf(request)
      const { planId } = request.params
      if (!(await changeOwnPlan(db, id, planId, request.body, new Date()))) throw planNotFound()
      return { success: true as const, plan: await requireProgress(id, planId) }
    },
  )

  app.delete(
    '/api/progress/plans/:planId',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Throw a plan of my own away',
        params: planParams,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      await removeOwnPlan(db, principalOf(request).id, request.params.planId)
      return { success: true as const, message: 'Plan removed' }
    },
  )

  async function requireProgress(learnerId: string, planId: string): Promise<PlanProgress> {
    const plans = await readPlans(database, learnerId, new Date())
    const plan = plans.find((one) => one.planId === planId)
    if (plan === undefined) throw planNotFound()
    return plan
  }
}

const noRoom = () =>
  new DomainError({ kind: 'conflict', code: 'too_many_plans', message: 'There is no room for more plans' })
