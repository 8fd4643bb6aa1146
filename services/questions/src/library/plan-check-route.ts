import { BODY_LIMIT, planCheckInput, planCheckReply } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { checkPlan } from './check-plan.ts'

/** Tells an admin what a plan rests on while it is still being written. */
export function planCheckRoute(app: App, db: Db): void {
  app.post(
    '/api/guided-learning/plans/check',
    {
      bodyLimit: BODY_LIMIT,
      config: { access: 'admin' },
      schema: {
        tags: ['library'],
        summary: "Whether a plan's questions exist, are asked, and are chosen once",
        body: planCheckInput,
        response: { 200: planCheckReply },
      },
    },
    async (request) => ({ success: true as const, data: await checkPlan(db, request.body.sections) }),
  )
}
