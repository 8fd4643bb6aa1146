import {
  type BadgeMessage,
  badgeMessage,
  type ChallengeMessage,
  challengeMessage,
  type PlaceMessage,
  type PlanMessage,
  placeMessage,
  planMessage,
  type QuestionMessage,
  type QuestionReplayPage,
  type QuestionReplayRequest,
  questionMessage,
  questionReplayPage,
  questionReplaySubject,
  type ReplayedMessage,
} from '@rehearse/contracts'
import { ask, type Backend, type Nats } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/jobs/background-work'
import { whenAborted } from '@rehearse/service-kit/jobs/delay'
import type { ProgressTables, Trx } from '../tables.ts'
import { removeBadge, removeDefinition, storeBadge, storeDefinition } from './definition-repository.ts'
import {
  advanceReplay,
  readReplay,
  storeAnswerKeys,
  storeBankQuestions,
  storeCategories,
} from './question-repository.ts'

/** Keeps our copy of the answer keys in step with the questions service, and the names of their categories. */
export function consumeQuestions(backend: Backend<ProgressTables>): void {
  backend.consume<QuestionMessage>({
    name: 'progress-answer-keys',
    schema: questionMessage,
    handle: storeQuestions,
  })
  backend.consume<PlaceMessage>({
    name: 'progress-categories',
    schema: placeMessage,
    handle: (messages, trx) => storeCategories(trx, messages),
  })
}

/** Takes in versions of questions. */
export async function storeQuestions(messages: readonly QuestionMessage[], trx: Trx): Promise<void> {
  // A deleted question keeps its keys: answers given before, and late ones, are graded by them.
  const snapshots = messages.flatMap((message) => (message.type === 'QuestionDeleted' ? [] : [message.data]))
  await storeAnswerKeys(trx, snapshots)
  await storeBankQuestions(trx, messages)
}

/** Keeps our copy of the badges, and of the rules they are earned by, in step with the library. */
export function consumeBadges(backend: Backend<ProgressTables>): void {
  backend.consume<BadgeMessage>({
    name: 'progress-badges',
    schema: badgeMessage,
    handle: async (messages, trx) => {
      for (const message of messages) {
        if (message.type === 'BadgeDefined') await storeBadge(trx, message.data)
        else await removeBadge(trx, message.data.badgeId, message.data.revision)
      }
    },
  })
}

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
export function replayQuestions({ app, beforeServing, ...kit }: Backend<ProgressTables>): void {
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
      await storeReplayed(messages, trx)
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

async function storeReplayed(
  messages: readonly ReplayedMessage[],
  trx: Parameters<typeof storeQuestions>[1],
): Promise<void> {
  await storeCategories(
    trx,
    messages.filter((message) => message.type === 'PlaceDefined'),
  )
  await storeQuestions(messages.filter(isOfQuestion), trx)
  await storeDefinitions(messages, trx)
}

const isOfQuestion = (message: ReplayedMessage): message is QuestionMessage =>
  message.type.startsWith('Question')

type AnyMessage = ChallengeMessage | PlanMessage | PlaceMessage | ReplayedMessage

/** Keeps our copy of challenges, plans and learning paths in step with the content library. */
export function consumeDefinitions(backend: Backend<ProgressTables>): void {
  backend.consume<ChallengeMessage>({
    name: 'progress-challenges',
    schema: challengeMessage,
    handle: storeDefinitions,
  })
  backend.consume<PlanMessage>({
    name: 'progress-plans',
    schema: planMessage,
    handle: storeDefinitions,
  })
  backend.consume<PlaceMessage>({
    name: 'progress-learning-paths',
    schema: placeMessage,
    handle: storeDefinitions,
  })
}

/** Takes in what the library defines, and passes everything else by. */
async function storeDefinitions(messages: readonly AnyMessage[], trx: Trx): Promise<void> {
  for (const { type, data } of messages) {
    switch (type) {
      case 'ChallengeDefined':
        await storeDefinition(trx, 'challenge', data.challengeId, data)
        break
      case 'ChallengeRemoved':
        await removeDefinition(trx, 'challenge', data.challengeId, data.revision)
        break
      case 'PlanDefined':
        await storeDefinition(trx, 'plan', data.planId, data)
        break
      case 'PlanRemoved':
        await removeDefinition(trx, 'plan', data.planId, data.revision)
        break
      case 'PlaceRemoved':
        if (data.kind === 'learning-path')
          await removeDefinition(trx, 'learning-path', data.id, data.revision)
        break
      case 'PlaceDefined':
      case 'PlaceRenamed':
        if (data.kind === 'learning-path') await storeDefinition(trx, 'learning-path', data.id, data)
    }
  }
}
