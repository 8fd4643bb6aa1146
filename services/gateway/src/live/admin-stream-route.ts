import { adminChange } from '@rehearse/contracts'
import { type App, type Nats, principalOf, type TokenVerifier } from '@rehearse/service-kit'
import { ownRoute } from '../routes.ts'
import { AdminStreams } from './admin-streams.ts'
import { followChanges } from './follow-changes.ts'
import { topicOfCall } from './topics.ts'

/** Milliseconds; shorter than what proxies call silence. */
const heartbeat = 15_000
/** Milliseconds until a session that ended is noticed. */
const recheck = 1_000

/** GET /api/admin/stream, and what feeds it. */
export function installAdminStream(
  app: App,
  { nats, verifier }: { nats: Nats; verifier: Pick<TokenVerifier, 'verify' | 'recall'> },
): void {
  const row = ownRoute('GET', '/api/admin/stream')
  const streams = new AdminStreams(verifier)
  const feed = followChanges(nats, (topics) => streams.tell(topics), app.log)

  app.addHook('onResponse', (request, reply, done) => {
    const written = request.routeOptions.config?.row
    const topic = written === undefined || reply.statusCode >= 400 ? undefined : topicOfCall(written)
    if (topic !== undefined) {
      streams.tell([topic])
      feed.share(topic)
    }
    done()
  })

  app.get(
    row.path,
    {
      config: { access: row.access, row },
      exposeHeadRoute: false,
      schema: {
        tags: ['platform'],
        summary: 'What changes, as it changes: server-sent events for admins, each with an AdminChange',
        response: {
          200: { description: 'Messages', content: { 'text/event-stream': { schema: adminChange } } },
        },
      },
    },
    async (request, reply) => {
      const stream = streams.open({ id: principalOf(request).id, token: request.token ?? '' })
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
  app.addHook('preClose', async () => {
    clearInterval(beating)
    clearInterval(checking)
    feed.stop()
    streams.endAll()
  })
}
