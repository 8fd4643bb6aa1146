import {
  type AnswerInput,
  answerInput,
  batchInput,
  batchReply,
  DomainError,
  type SaveReply,
  saveReply,
} from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import type { SavedAnswer } from '../commands/save-answers.ts'
import type { TakeAnswer } from '../commands/take-answer.ts'
import type { ProgressTables } from '../db/tables.ts'
import { readSummary } from '../queries/progress/read-progress.ts'
import { toAnswerResult, toNewAnswer } from './answer-mapping.ts'

export interface SaveDependencies {
  database: Database<ProgressTables>
  takeAnswer: TakeAnswer
}

export function saveRoutes(app: App, { database, takeAnswer }: SaveDependencies): void {
  app.post(
    '/api/progress/save',
    {
      config: { access: 'learner', invalidMessage: 'Invalid request body' },
      schema: {
        tags: ['progress'],
        summary: 'Save one answer',
        body: answerInput,
        response: { 200: saveReply },
      },
    },
    async (request): Promise<SaveReply> => {
      const { id } = principalOf(request)
      const saved = await take(id, request.body)
      return {
        success: true,
        progressId: saved.progressId,
        result: toAnswerResult(saved),
        progress: await readSummary(database, id, new Date()),
        newBadges: [],
        message: 'Progress saved',
      }
    },
  )

  app.post(
    '/api/progress/save/batch',
    {
      config: { access: 'learner', invalidMessage: 'Invalid request body' },
      schema: {
        tags: ['progress'],
        summary: 'Save answers from an offline queue, each on its own',
        body: batchInput,
        response: { 200: batchReply },
      },
    },
    async (request) => {
      const { id } = principalOf(request)
      const results = await Promise.all(request.body.answers.map((answer) => takeOneOf(id, answer)))
      return { success: true as const, results, progress: await readSummary(database, id, new Date()) }
    },
  )

  async function take(learnerId: string, input: AnswerInput): Promise<SavedAnswer> {
    if (input.userId !== undefined && input.userId !== learnerId) throw userMismatch()
    return takeAnswer(toNewAnswer(learnerId, input, new Date()))
  }

  /** An answer of a batch succeeds or is refused by itself; only a fault of ours fails the whole call. */
  async function takeOneOf(learnerId: string, candidate: unknown) {
    const parsed = answerInput.safeParse(candidate)
    if (!parsed.success) {
      return { answerId: answerIdOf(candidate), status: 'refused' as const, error: 'Invalid progress data' }
    }
    const { answerId } = parsed.data
    try {
      const saved = await take(learnerId, parsed.data)
      return { answerId, status: 'saved' as const, result: toAnswerResult(saved) }
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error
      return { answerId, status: 'refused' as const, error: error.message }
    }
  }
}

function answerIdOf(candidate: unknown): string | null {
  const id = (candidate as { answerId?: unknown } | null)?.answerId
  return typeof id === 'string' ? id.slice(0, 64) : null
}

function userMismatch(): DomainError {
  return new DomainError({ kind: 'forbidden', code: 'user_id_mismatch', message: 'User ID mismatch' })
}
