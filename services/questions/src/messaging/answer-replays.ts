import { questionReplayRequest, questionReplaySubject } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { Db, Tables } from '../db/tables.ts'
import { replayPage } from '../replay/replay-page.ts'

/** Answers new consumers who ask for the whole bank; one replica answers each request. */
export function answerReplays({ app, nats, database: { db }, beforeServing }: Backend<Tables>): void {
  const subscribe = async () => {
    const connection = await nats.connection
    connection.subscribe(questionReplaySubject, {
      queue: 'questions',
      callback: (lost, message) => {
        if (lost) return app.log.warn({ err: lost }, 'lost the subscription to replay requests')
        answer(db, message.string())
          .then((page) => message.respond(page))
          // No answer is one too: the asker's request runs out, and it asks again.
          .catch((err: unknown) => app.log.warn({ err }, 'could not answer a replay request'))
      },
    })
  }
  // Not awaited: requests are served while NATS is away. The connection ends only with the service.
  beforeServing('replay', async () => void subscribe().catch(() => {}))
}

async function answer(db: Db, request: string): Promise<string> {
  return JSON.stringify(await replayPage(db, questionReplayRequest.parse(JSON.parse(request))))
}
