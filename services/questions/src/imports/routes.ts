import { IMPORT_BODY_LIMIT, importInput, importReply, repeatableHeaders } from '@rehearse/contracts'
import { detectFormat } from '@rehearse/question-formats'
import type { App } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { importDefaults } from './import-defaults.ts'
import { formAsJson } from './import-form.ts'
import type { ReadingThreads } from './reading-threads.ts'
import type { ImportAnswerer } from './run-import.ts'

/** Importing a file, as a form or as text in JSON. */
export function importRoute(
  app: App,
  db: Db,
  { answer, threads }: { answer: ImportAnswerer; threads: ReadingThreads },
): void {
  app.post(
    '/api/questions/import',
    {
      config: { access: 'admin' },
      bodyLimit: IMPORT_BODY_LIMIT,
      preValidation: formAsJson,
      schema: {
        tags: ['questions'],
        summary: 'Import questions from JSON, Markdown, GIFT, Aiken or Moodle XML',
        consumes: ['application/json', 'multipart/form-data'],
        headers: repeatableHeaders,
        body: importInput,
        response: { 200: importReply },
      },
    },
    async (request) => {
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
    },
  )
}
