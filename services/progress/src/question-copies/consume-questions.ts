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

/**
 * Copies everything that the questions service publishes: with consumers of its events, and with one replay of
 * everything it published before. A single question that has not arrived yet is fetched on demand: see
 * `find-question.ts`.
 */
export function copyQuestions(backend: Backend<ProgressTables>): void {
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
  backend.consume<BadgeMessage>({ name: 'progress-badges', schema: badgeMessage, handle: storeBadges })
  backend.consume<ChallengeMessage>({
    name: 'progress-challenges',
    schema: challengeMessage,
    handle: storeDefinitions,
  })
  backend.consume<PlanMessage>({ name: 'progress-plans', schema: planMessage, handle: storeDefinitions })
  backend.consume<PlaceMessage>({
    name: 'progress-learning-paths',
    schema: placeMessage,
    handle: storeDefinitions,
  })
  replayQuestions(backend)
}

/** Stores question versions and their taxonomy nodes. */
export async function storeQuestions(messages: readonly QuestionMessage[], trx: Trx): Promise<void> {
  // The keys of a deleted question remain, to grade late and repeated answers.
  const snapshots = messages.flatMap((message) => (message.type === 'QuestionDeleted' ? [] : [message.data]))
  await storeAnswerKeys(trx, snapshots)
  await storeBankQuestions(trx, messages)
}

async function storeBadges(messages: readonly BadgeMessage[], trx: Trx): Promise<void> {
  for (const message of messages) {
    if (message.type === 'BadgeDefined') await storeBadge(trx, message.data)
    else await removeBadge(trx, message.data.badgeId, message.data.revision)
  }
}

/**
 * Increment it when progress starts to store more data from past question events: then everything is replayed again.
 */
const generation = 5
/** Timeout (ms) for a page from the questions service. */
const pageTimeout = 10_000

type Kit = Pick<Backend<ProgressTables>, 'database' | 'nats'>

/**
 * Replays everything that the questions service has published so far, once per generation: its stream may have been
 * trimmed, or be older than some of the messages. It resumes where it stopped and runs alongside the consumers; for
 * each question the newer version wins.
 */
function replayQuestions({ app, beforeServing, ...kit }: Backend<ProgressTables>): void {
  let work: BackgroundWork | undefined
  beforeServing('bank replay', async () => {
    work = startBackgroundWork(
      'bank replay',
      async (stop) => {
        const count = await replay(kit, stop)
        if (count > 0) app.log.info({ count }, 'replayed the question bank')
        await new Promise<void>((resolve) => whenAborted(stop, resolve))
      },
      app.log,
    )
  })
  app.addHook('onClose', async () => work?.stop())
}

/** @returns the number of messages */
async function replay({ nats, database: { db } }: Kit, stop: AbortSignal): Promise<number> {
  let count = 0
  for (let state = await readReplay(db, generation); !state.finished && !stop.aborted; ) {
    const { messages, next } = await requestPage(nats, { after: state.after })
    await db.transaction().execute(async (trx) => {
      await storeReplayed(messages, trx)
      await advanceReplay(trx, generation, next)
    })
    count += messages.length
    state = await readReplay(db, generation)
  }
  return count
}

async function requestPage(nats: Nats, request: QuestionReplayRequest): Promise<QuestionReplayPage> {
  return questionReplayPage.parse(await ask(nats, questionReplaySubject, request, pageTimeout))
}

async function storeReplayed(messages: readonly ReplayedMessage[], trx: Trx): Promise<void> {
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

/** Stores the definitions of the content library and ignores everything else. */
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
