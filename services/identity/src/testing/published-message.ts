import { type IdentityMessage, identityMessage, streams } from '@rehearse/contracts'
import { type App, openNats } from '@rehearse/service-kit'

/** Reads the messages that identity has published, from the beginning, until one matches. */
export async function publishedMessage(
  { app, env }: { app: App; env: Readonly<Record<string, string>> },
  isWanted: (message: IdentityMessage) => boolean,
): Promise<IdentityMessage> {
  const nats = openNats({ url: env.NATS_URL ?? '', name: 'test', replicas: 1, log: app.log })
  nats.start()
  try {
    const js = await nats.jetstream()
    const consumer = await js.consumers.get(streams.identity.name)
    for await (const delivered of await consumer.consume()) {
      const message = identityMessage.parse(delivered.json())
      if (isWanted(message)) return message
    }
    throw new Error('the connection ended before the message came')
  } finally {
    await nats.close()
  }
}
