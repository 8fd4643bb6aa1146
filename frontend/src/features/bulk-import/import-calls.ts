import type {
  ImportResult,
  ImportUndo,
  importBatchReply,
  importListReply,
  importReply,
  importUndoReply,
  OnDuplicate,
  QuestionFormat,
} from '@rehearse/contracts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { IMPORT_TIMEOUT } from '../../shared/constants.ts'

/** What is to be imported: a text in some format, or questions from the form. */
type Load = { content: string; format: QuestionFormat; fileName?: string } | { questions: object[] }

export interface ImportOrder {
  load: Load
  sectionId: string | undefined
  onDuplicate: OnDuplicate
  /** Names the import before there is an answer; sent again under the same one, it is done once. */
  batchId: string
  dryRun: boolean
}

export async function callImport(order: ImportOrder): Promise<ImportResult> {
  const { load, sectionId, onDuplicate, batchId, dryRun } = order
  const shared = { onDuplicate, batchId, dryRun }
  const isForm = 'questions' in load
  const reply = await adminApi.post<Reply<typeof importReply>>(
    isForm ? '/api/questions/unified' : '/api/questions/import',
    {
      body: isForm
        ? { questions: load.questions, isBulkImport: true, metadata: { source: 'form' }, ...shared }
        : { ...load, ...(sectionId && { sectionId }), ...shared },
      timeout: IMPORT_TIMEOUT,
    },
  )
  return reply.data
}

/** How far an import is. */
export const readImport = async (batchId: string, signal: AbortSignal) =>
  (await adminApi.get<Reply<typeof importBatchReply>>(`/api/questions/imports/${batchId}`, { signal })).data

export const readImports = (page: number, pageSize: number, signal: AbortSignal) =>
  adminApi.get<Reply<typeof importListReply>>('/api/questions/imports', { query: { page, pageSize }, signal })

export const undoImport = async (batchId: string): Promise<ImportUndo> =>
  (
    await adminApi.delete<Reply<typeof importUndoReply>>(`/api/questions/imports/${batchId}`, {
      timeout: IMPORT_TIMEOUT,
    })
  ).data
