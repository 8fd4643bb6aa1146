import {
  createQuestion as createQuestionEndpoint,
  findDuplicates as findDuplicatesEndpoint,
  getImport,
  importQuestions,
  listImports,
  paginate,
  undoImport as undoImportEndpoint,
} from '@rehearse/contracts'
import { detectFormat, type ParseDefaults } from '@rehearse/question-formats'
import { type App, authorize, principalOf, serve, withIdempotency } from '@rehearse/service-kit'
import { editorOf } from '../edits/edit-routes.ts'
import { tagReply } from '../edits/etag.ts'
import { findNodes } from '../nodes/repository.ts'
import { createQuestion } from '../questions/edit-question.ts'
import { renderFull } from '../questions/question-view.ts'
import { createBody } from '../questions/schemas.ts'
import type { Db } from '../tables.ts'
import { contentHash } from '../text.ts'
import { formAsJson } from './import-form.ts'
import type { ReadingThreads } from './reading-threads.ts'
import { countImports, findDuplicates, findImport, readImports } from './repository.ts'
import { createImportRunner } from './run-import.ts'
import { importNotFound, undoImport } from './undo-import.ts'

/** Routes that create questions, one or many, and list the imports that created them. */
export function importRoutes(app: App, db: Db, threads: ReadingThreads): void {
  const answer = createImportRunner(db)
  importRoute(app, db, { answer, threads })
  createRoute(app, db, { answer, threads })
  batchRoutes(app, db)
  duplicatesRoute(app, db)
}

interface Importing {
  answer: ReturnType<typeof createImportRunner>
  threads: ReadingThreads
}

/** Route that imports a file, as a form or as text in JSON. */
function importRoute(app: App, db: Db, { answer, threads }: Importing): void {
  serve(app, importQuestions, { preValidation: formAsJson }, async (request) => {
    const { content, fileName, sectionId, ...wanted } = request.body
    const format = wanted.format ?? detectFormat(content, fileName)
    return answer(request, {
      ...wanted,
      format,
      source: fileName ?? 'import',
      read: async (onRead) =>
        threads.readSource(
          { source: content, format, defaults: await importDefaults(db, sectionId) },
          onRead,
        ),
    })
  })
}

/** Routes that list and undo imports, in progress or done. */
function batchRoutes(app: App, db: Db): void {
  serve(app, listImports, async (request) => {
    const { page, pageSize } = request.query
    const data = await readImports(db, pageSize, (page - 1) * pageSize)
    return { success: true as const, data, pagination: paginate(page, pageSize, await countImports(db)) }
  })

  serve(app, getImport, async (request) => {
    const data = await findImport(db, request.params.batchId)
    if (data === undefined) throw importNotFound()
    return { success: true as const, data }
  })

  serve(app, undoImportEndpoint, async (request) => {
    const actor = principalOf(request).id
    const data = await db.transaction().execute((trx) => undoImport(trx, request.params.batchId, actor))
    const { removed, reverted, kept } = data
    const message = `Import undone: ${removed} removed, ${reverted} reverted, ${kept.length} kept.`
    return { success: true as const, data, message }
  })
}

/** Route that finds the questions that an import would skip as duplicates of this one. */
function duplicatesRoute(app: App, db: Db): void {
  serve(app, findDuplicatesEndpoint, async ({ body }) => ({
    success: true as const,
    data: await findDuplicates(db, contentHash(body)),
  }))
}

/** One endpoint creates one question or many, depending on the body. */
function createRoute(app: App, db: Db, { answer: answerImport, threads }: Importing): void {
  serve(app, createQuestionEndpoint, { onSend: tagReply, body: createBody }, async (request, reply) => {
    const { body, headers } = request
    const editor = editorOf(request)
    const actor = editor.id
    const key = headers['idempotency-key']
    if (body.isBulkImport) {
      authorize(principalOf(request), 'admin')
      const { questions, metadata, isBulkImport: _, ...wanted } = body
      const source = metadata?.source ?? 'bulk'
      const read = (onRead: (done: number) => void) => threads.readBulkRows(questions, onRead)
      return answerImport(request, { ...wanted, format: 'json', source, read })
    }
    const answer = await withIdempotency(db, { actor, key, request: ['create', body] }, async (trx) => {
      const question = await createQuestion(trx, body, editor)
      return {
        success: true as const,
        data: renderFull(question),
        message: 'Question created successfully',
      }
    })
    reply.shownVersion = answer.data.version
    return reply.code(201).send(answer)
  })
}

/** Defaults for rows: the section imported into, existing or new. */
async function importDefaults(db: Db, section: string | undefined): Promise<ParseDefaults> {
  if (section === undefined) return {}
  const known = (await findNodes(db, 'section', [section])).get(section)
  // A new section by its name: an id made from it may be another section's.
  return { section: known ?? { id: section, name: section } }
}
