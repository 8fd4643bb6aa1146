import {
  type AdminTopic,
  adminChange,
  adminTopic,
  streams,
  gatewayChangeSubject as subject,
} from '@rehearse/contracts'
import { abortable, type Nats, startBackgroundWork, whenAborted } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'
import { topicOfEvent } from './topics.ts'

export interface ChangeFeed {
  /** Notifies the other gateways of a write through this one. */
  share(topic: AdminTopic): void
  stop(): void
}

/**
 * Reports changes anywhere: events that services publish, and writes through any gateway, since not every write has
 * an event. After a gap in the connection everything may have changed.
 */
export function followChanges(
  nats: Nats,
  onChange: (topics: Iterable<AdminTopic>) => void,
  log: FastifyBaseLogger,
): ChangeFeed {
  let publish: ((topic: AdminTopic) => void) | undefined

  const follow = async (stop: AbortSignal) => {
    const connection = await abortable(nats.connection, stop)
    const hear = (
      pattern: string,
      topicsOf: (message: { subject: string; json(): unknown }) => AdminTopic[],
    ) => connection.subscribe(pattern, { callback: (_error, message) => onChange(topicsOf(message)) })
    const subscriptions = [
      ...Object.values(streams).flatMap(({ subjects: [pattern] }) =>
        hear(pattern, (message) => {
          const topic = topicOfEvent(message.subject)
          return topic === undefined ? [] : [topic]
        }),
      ),
      hear(subject, (message) => adminChange.safeParse(message.json()).data?.topics ?? []),
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
