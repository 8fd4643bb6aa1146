import {
  type ChallengeAttemptedData,
  type ChallengeAttemptInput,
  type ChallengeDefinedData,
  type ChallengeOpenedData,
  DomainError,
  giveUpChallenge as giveUpChallengeEndpoint,
  listChallengeProgress,
  readChallengeDraft,
  saveChallengeAttempt,
  writeChallengeDraft,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import { challengePoints, challengePointsAdded } from '../learner/points.ts'
import { beforeAccount, claimedTime } from '../learner/submit-answer.ts'
import { type CommandHandler, requestMetadata } from '../learner-store/command-handler.ts'
import { findDefinition } from '../question-copies/definition-repository.ts'
import { readSummary } from '../stats/progress-view.ts'
import type { ProgressTables } from '../tables.ts'
import {
  attemptChallenge,
  attemptEventId,
  type ChallengeAttempt,
  giveUpChallenge,
} from './attempt-challenge.ts'
import { readDraft, storeDraft } from './draft-repository.ts'
import {
  codeBytes,
  codeHash,
  readChallengeState,
  readChallengeStates,
  storeCode,
  toSubmittedCode,
} from './repository.ts'

export interface ChallengeDependencies {
  database: Database<ProgressTables>
  log: EventLog
  handleCommand: CommandHandler
}

/** Routes of attempts at coding challenges, and of giving up. */
export function challengeRoutes(app: App, { database, log, handleCommand }: ChallengeDependencies): void {
  const { db } = database

  serve(app, listChallengeProgress, async (request) => ({
    success: true as const,
    challenges: await readChallengeStates(db, principalOf(request).id),
  }))

  serve(app, saveChallengeAttempt, { invalidMessage: 'Invalid request body' }, async (request) => {
    const { id, accountCreatedAt } = principalOf(request)
    const now = new Date()
    const attempt = toAttempt(id, request.body, now)
    const challenge = await requireChallenge(attempt.challengeId)
    const submitted = toSubmittedCode(request.body)
    const hash = submitted === undefined ? null : codeHash(submitted)
    let recorded: ChallengeAttemptedData | undefined
    await handleCommand({
      learnerId: id,
      metadata: requestMetadata(),
      at: now,
      decide: async (learner) => {
        const state = await readChallengeState(db, log, id, attempt)
        const timeZone = request.body.timeZone ?? learner.state.timeZone
        const made = {
          ...attempt,
          ...beforeAccount(new Date(attempt.attemptedAt), { timeZone, accountCreatedAt }),
          codeHash: hash,
          timeZone,
        }
        const events = attemptChallenge(made, challenge, state)
        const [first] = events
        recorded = first?.type === 'ChallengeAttempted' ? first.data : state.earlier
        return events
      },
      charges: [
        { quota: 'challenge-attempts', amount: 1 },
        ...(submitted === undefined
          ? []
          : [{ quota: 'challenge-code' as const, amount: codeBytes(submitted), countsInTotal: false }]),
      ],
      alongside: async (trx) => {
        if (submitted === undefined) return
        const eventId = attemptEventId(id, attempt.attemptId)
        const rank = attempt.score / attempt.maxScore + (attempt.completed ? 1 : 0)
        await storeCode(trx, log, { ...attempt, eventId, rank }, submitted)
      },
    })
    if (recorded === undefined) throw new Error('an attempt was neither recorded nor refused')
    return {
      success: true as const,
      progressId: attemptEventId(id, attempt.attemptId),
      result: {
        points: challengePoints(recorded),
        completed: recorded.completed,
        pointsAdded: challengePointsAdded(recorded),
      },
      progress: await readSummary(database, id, new Date()),
    }
  })

  serve(app, giveUpChallengeEndpoint, async (request) => {
    const { id } = principalOf(request)
    const { challengeId } = request.params
    await requireChallenge(challengeId)
    let reason: ChallengeOpenedData['reason'] = 'given-up'
    await handleCommand({
      learnerId: id,
      metadata: requestMetadata(),
      at: new Date(),
      decide: async () => {
        const state = await readChallengeState(db, log, id, { challengeId })
        reason = state.opened ?? 'given-up'
        return giveUpChallenge(id, challengeId, state)
      },
    })
    return { success: true as const, reason, message: 'You can now see the solution' }
  })

  serve(app, readChallengeDraft, async (request) => {
    const { challengeId } = request.params
    await requireChallenge(challengeId)
    const draft = await readDraft(db, log, { learnerId: principalOf(request).id, challengeId })
    return { success: true as const, draft }
  })

  serve(app, writeChallengeDraft, async (request, reply) => {
    const { challengeId } = request.params
    await requireChallenge(challengeId)
    const place = { learnerId: principalOf(request).id, challengeId }
    const { draft, isConflict } = await db
      .transaction()
      .execute((trx) => storeDraft(trx, log, place, request.body, new Date()))
    if (!isConflict) return { success: true as const, draft }
    return reply.code(409).send({
      success: false as const,
      code: 'draft_conflict',
      error: 'This draft was changed on another device',
      requestId: request.id,
      draft,
    })
  })

  async function requireChallenge(challengeId: string): Promise<ChallengeDefinedData> {
    const challenge = await findDefinition(db, 'challenge', challengeId)
    if (challenge !== undefined) return challenge
    throw new DomainError({
      kind: 'not-found',
      code: 'challenge_not_found',
      message: 'Challenge not found',
    })
  }
}

/** The command of a request, without its time zone and code. An attempt without a time counts as made now. */
function toAttempt(
  learnerId: string,
  input: ChallengeAttemptInput,
  now: Date,
): Omit<ChallengeAttempt, 'timeZone' | 'codeHash'> {
  const { timeSpent, timeZone: _, attemptedAt, code: __, files: ___, results: ____, ...rest } = input
  const at = attemptedAt === undefined ? now : new Date(attemptedAt)
  return {
    ...rest,
    attemptId: rest.attemptId.toLowerCase(),
    learnerId,
    // The page counts minutes; stored times are in whole seconds.
    timeSpent: Math.round(timeSpent * 60),
    attemptedAt: claimedTime('attemptedAt', at, now).toISOString(),
    receivedAt: now.toISOString(),
  }
}
