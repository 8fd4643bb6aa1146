import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Trx } from '../db/tables.ts'
import { CONTENT_ACTOR as actor, insertBatch } from '../imports/batch-repository.ts'
import { readSource } from '../imports/read-rows.ts'
import { storeRows } from '../imports/store-rows.ts'
import { type ContentFile, learningPathOf } from './content-files.ts'
import { readItems, writeItems } from './content-repository.ts'
import { judgeContent, rowKeys } from './judge-content.ts'

/** Loads one file of questions by the code that imports go through, and remembers what it has brought. */
export async function loadQuestions(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  const { rows, errors } = await readSource(file.text, 'markdown', {
    learningPath: learningPathOf(file.path),
  })
  for (const { line, error } of errors) log.error({ file: file.path, line }, `content: ${error}`)
  const batchId = randomUUID()
  await insertBatch(trx, {
    id: batchId,
    source: `content/${file.path}`,
    format: 'markdown',
    createdBy: actor,
  })
  const keys = rowKeys(rows)
  const items = await readItems(trx, file.path)
  const stored = await storeRows(trx, rows, { judge: judgeContent(keys, items), actor, batchId })
  const brought = stored.flatMap(({ row, question }) =>
    question
      ? [{ key: keys.get(row) ?? '', left: { questionId: question.id, version: question.version } }]
      : [],
  )
  await writeItems(trx, file.path, brought)
  log.info({ file: file.path, read: rows.length, stored: brought.length }, 'content loaded')
}
