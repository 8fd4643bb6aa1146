import {
  IMPORT_BODY_LIMIT,
  IMPORT_VALUES_MAX,
  importReply,
  questionWrittenReply,
  repeatableHeaders,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { tagReply } from '../edits/etag.ts'
import { once } from '../edits/with-idempotency.ts'
import { createQuestion } from '../questions/create-question.ts'
import { renderFull } from '../questions/question-view.ts'
import { createBody } from '../questions/schemas.ts'
import type { Db } from '../tables.ts'
import type { ReadingThreads } from './reading-threads.ts'
import type { ImportAnswerer } from './run-import.ts'

/** One address for one question and for many: the body says which. */
export function questionCreateRoute(
  app: App,
  db: Db,
  { answer: answerImport, threads }: { answer: ImportAnswerer; threads: ReadingThreads },
): void {
  app.post(
    '/api/questions/unified',
    {
      config: { access: 'admin', jsonValues: IMPORT_VALUES_MAX },
      bodyLimit: IMPORT_BODY_LIMIT,
      onSend: tagReply,
      schema: {
        tags: ['questions'],
        summary: 'Create a question, or (isBulkImport) many of them',
        headers: repeatableHeaders,
        body: createBody,
        response: { 200: importReply, 201: questionWrittenReply },
      },
    },
    async (request, reply) => {
      const { body, headers } = request
      const actor = principalOf(request).id
      const key = headers['idempotency-key']
      if (body.isBulkImport) {
        const { questions, metadata, dryRun, onDuplicate, batchId } = body
        const source = metadata?.source ?? 'bulk'
        const read = (onRead: (done: number) => void) => threads.readBulkRows(questions, onRead)
        return answerImport(request, { format: 'json', source, dryRun, onDuplicate, batchId, read })
      }
      const answer = await once(db, { actor, key, request: ['create', body] }, async (trx) => {
        const question = await createQuestion(trx, body, actor)
        return {
          success: true as const,
          data: renderFull(question),
          message: 'Question created successfully',
        }
      })
      reply.shownVersion = answer.data.version
      return reply.code(201).send(answer)
    },
  )
}
