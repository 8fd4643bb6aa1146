import {
  type AdminTopic,
  adminChange,
  adminChangeEvent,
  adminTopic,
  everyAuditSubject,
  streamAdminChanges,
  streams,
  gatewayChangeSubject as subject,
  topicOfPath,
} from '@rehearse/contracts'
import {
  type App,
  abortable,
  EventStream,
  type Nats,
  OpenStreams,
  principalOf,
  sendStream,
  serve,
  startBackgroundWork,
  type TokenVerifier,
  whenAborted,
} from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'
import { ownRoute, type Route } from '../routes.ts'

/** Milliseconds in which changes are combined into one message: under load each includes thousands of answers. */
const gathering = 300

/** GET /api/admin/stream, and its sources. */
export function installAdminStream(
  app: App,
  { nats, verifier }: { nats: Nats; verifier: Pick<TokenVerifier, 'verify' | 'recall'> },
): void {
  const open = new OpenStreams(app, verifier)
  const changed = new Set<AdminTopic>()
  let timer: NodeJS.Timeout | undefined

  /** Sends all admins connected to this gateway what kind of thing changed, but not its content. */
  const notify = (topics: Iterable<AdminTopic>) => {
    if (open.isEmpty) return
    for (const topic of topics) changed.add(topic)
    if (changed.size > 0) timer ??= setTimeout(flush, gathering)
  }
  const flush = () => {
    timer = undefined
    const topics = [...changed]
    changed.clear()
    for (const stream of open.all()) stream.message(adminChangeEvent, { topics })
  }
  const feed = followChanges(nats, notify, app.log)

  app.addHook('onResponse', (request, reply, done) => {
    const written = request.routeOptions.config?.row
    const topic = written === undefined || reply.statusCode >= 400 ? undefined : topicOfCall(written)
    if (topic !== undefined) {
      notify([topic])
      feed.share(topic)
    }
    done()
  })

  serve(
    app,
    streamAdminChanges,
    { ...ownRoute(streamAdminChanges), exposeHeadRoute: false },
    async (request, reply) => {
      const admin = { id: principalOf(request).id, token: request.token ?? '' }
      // The schema describes the data of one message; the response is a stream of them.
      return sendStream(reply, open.open(admin, new EventStream())) as never
    },
  )

  app.addHook('preClose', async () => {
    clearTimeout(timer)
    feed.stop()
  })
}

interface ChangeFeed {
  /** Notifies the other gateways of a write through this one. */
  share(topic: AdminTopic): void
  stop(): void
}

/**
 * Reports changes anywhere: events that services publish, and writes through any gateway, since not every write has
 * an event. After a gap in the connection everything may have changed.
 */
function followChanges(
  nats: Nats,
  onChange: (topics: Iterable<AdminTopic>) => void,
  log: FastifyBaseLogger,
): ChangeFeed {
  let publish: ((topic: AdminTopic) => void) | undefined

  const follow = async (stop: AbortSignal) => {
    const connection = await abortable(nats.connection, stop)
    const onMessage = (
      pattern: string,
      topicsOf: (message: { subject: string; json(): unknown }) => AdminTopic[],
    ) => connection.subscribe(pattern, { callback: (_error, message) => onChange(topicsOf(message)) })
    const subscriptions = [
      ...Object.values(streams).flatMap(({ subjects: [pattern] }) =>
        onMessage(pattern, (message) => {
          const topic = topicOfEvent(message.subject)
          return topic === undefined ? [] : [topic]
        }),
      ),
      onMessage(subject, (message) => adminChange.safeParse(message.json()).data?.topics ?? []),
    ]
    publish = (topic) => connection.publish(subject, JSON.stringify({ topics: [topic] }))
    const forget = nats.onReconnect(() => onChange(adminTopic.options))
    await new Promise<void>((resolve) => whenAborted(stop, resolve))
    publish = undefined
    forget()
    for (const subscription of subscriptions) subscription.unsubscribe()
  }

  const work = startBackgroundWork('changes for admins', follow, log)
  return { share: (topic) => publish?.(topic), stop: () => void work.stop() }
}

/** Topics of events, by subject prefix; the first match wins. */
const events: readonly (readonly [prefix: string, topic: AdminTopic])[] = [
  ...everyAuditSubject.map((recorded) => [recorded, 'audit'] as const),
  ['questions.question.', 'questions'],
  ['questions.place.', 'places'],
  ['questions.plan.', 'plans'],
  ['questions.comments.', 'comments'],
  ['questions.', 'library'],
  ['progress.', 'answers'],
  ['media.', 'audio'],
  ['identity.learner.', 'learners'],
]

export const topicOfEvent = (subject: string): AdminTopic | undefined =>
  events.find(([prefix]) => subject.startsWith(prefix))?.[1]

/** The topic that a call changes; null for reads. */
export const topicOfCall = ({ method, path }: Pick<Route, 'method' | 'path'>): AdminTopic | undefined =>
  method === 'GET' ? undefined : topicOfPath(path)
