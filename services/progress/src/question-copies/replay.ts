import {
  type QuestionMessage,
  type QuestionReplayPage,
  type QuestionReplayRequest,
  questionReplayPage,
  questionReplaySubject,
  type ReplayedMessage,
} from '@rehearse/contracts'
import { ask, type Backend, type Nats } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/jobs/background-work'
import { whenAborted } from '@rehearse/service-kit/jobs/delay'
import type { ProgressTables } from '../tables.ts'
import { advanceReplay, readReplay } from './bank-replay-repository.ts'
import { storeCategories } from './category-repository.ts'
import { takeDefinitions } from './consume-definitions.ts'
import { takeQuestions } from './consume-questions.ts'

/** One more whenever we begin to keep something of the bank that was told before: then everything is asked for again. */
const generation = 3
/** Milliseconds for the questions service to answer with a page. */
const pageTimeout = 10_000

type Kit = Pick<Backend<ProgressTables>, 'database' | 'nats'>

/**
 * Asks the questions service for all it has told so far, once for each generation: a new progress may meet a bank whose
 * stream was trimmed, or one from before some messages were told. Goes on where it stopped, and beside the consumers:
 * in what both bring the newer counts.
 */
export function replayBank({ app, beforeServing, ...kit }: Backend<ProgressTables>): void {
  let work: BackgroundWork | undefined
  beforeServing('bank replay', async () => {
    work = startBackgroundWork(
      'bank replay',
      async (stop) => {
        const count = await replay(kit, stop)
        if (count > 0) app.log.info({ count }, 'took in the bank from its beginning')
        await new Promise<void>((resolve) => whenAborted(stop, resolve))
      },
      app.log,
    )
  })
  app.addHook('onClose', async () => work?.stop())
}

/** @returns how many messages there were */
async function replay({ nats, database: { db } }: Kit, stop: AbortSignal): Promise<number> {
  let count = 0
  for (let state = await readReplay(db, generation); !state.finished && !stop.aborted; ) {
    const { messages, next } = await askForPage(nats, { after: state.after })
    await db.transaction().execute(async (trx) => {
      await takeReplayed(messages, trx)
      await advanceReplay(trx, generation, next)
    })
    count += messages.length
    state = await readReplay(db, generation)
  }
  return count
}

async function askForPage(nats: Nats, request: QuestionReplayRequest): Promise<QuestionReplayPage> {
  return questionReplayPage.parse(await ask(nats, questionReplaySubject, request, pageTimeout))
}

async function takeReplayed(
  messages: readonly ReplayedMessage[],
  trx: Parameters<typeof takeQuestions>[1],
): Promise<void> {
  await storeCategories(
    trx,
    messages.filter((message) => message.type === 'PlaceDefined'),
  )
  await takeQuestions(messages.filter(isOfQuestion), trx)
  await takeDefinitions(messages, trx)
}

const isOfQuestion = (message: ReplayedMessage): message is QuestionMessage =>
  message.type.startsWith('Question')
