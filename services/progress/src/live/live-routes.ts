import { progressChange } from '@rehearse/contracts'
import { eventLogChannel } from '@rehearse/event-store'
import { type Backend, bearerToken, lookOnNotification, principalOf } from '@rehearse/service-kit'
import { z } from 'zod'
import type { ProgressTables } from '../db/tables.ts'
import { LiveStreams } from './live-streams.ts'

/** Milliseconds; shorter than what proxies call silence. */
const heartbeat = 15_000
/** Milliseconds until a session that ended is noticed. */
const recheck = 1_000

const lastEventId = z.object({ 'last-event-id': z.coerce.number().int().min(0).optional().catch(undefined) })

/** GET /api/progress/stream, and what feeds it. */
export function liveRoutes({ app, database, verifier }: Backend<ProgressTables>, databaseUrl: string): void {
  const streams = new LiveStreams(database.db, verifier)
  app.get(
    '/api/progress/stream',
    {
      config: { access: 'learner' },
      schema: {
        tags: ['progress'],
        summary: 'My progress as it changes: server-sent events, each with a ProgressChange',
        headers: lastEventId,
        response: {
          200: { description: 'Messages', content: { 'text/event-stream': { schema: progressChange } } },
        },
      },
    },
    async (request, reply) => {
      const learner = { id: principalOf(request).id, token: bearerToken(request) ?? '' }
      const stream = await streams.open(learner, request.headers['last-event-id'] ?? null)
      return (
        reply
          .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
          .type('text/event-stream')
          // The schema is that of one message's data; what is sent is the stream of them.
          .send(stream as never)
      )
    },
  )

  const beating = setInterval(() => streams.beat(), heartbeat)
  const checking = setInterval(() => void streams.endRevoked(), recheck)
  const following = lookOnNotification(
    { databaseUrl, name: 'progress-live', channel: eventLogChannel, log: app.log },
    () => streams.look(),
  )
  app.addHook('preClose', async () => {
    streams.endAll()
    clearInterval(beating)
    clearInterval(checking)
    await following.stop()
  })
}
