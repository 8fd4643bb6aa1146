import type { ImportResult, ImportUndo, OnDuplicate, QuestionFormat } from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminApi } from '../../shared/api/client.ts'
import { IMPORT_TIMEOUT } from '../../shared/constants.ts'
import { newId } from '../../shared/new-id.ts'
import { showToast } from '../../shared/ui/toasts.tsx'
import type { FileOrder, FileReply } from './file-worker.ts'
import { useBulkMessages } from './messages.en.ts'
import type { SheetRow } from './sheet-questions.ts'
import type { SheetReply } from './sheet-worker.ts'
import type { SourceImage } from './source-images.ts'
import type { ReadingOrder, ReadSource } from './source-rows.ts'
import type { WorkerReply } from './source-worker.ts'
import { type TakenImages, takeImages } from './take-images.ts'

/** The source of an import: a text in some format, or questions from the form. */
type Load =
  | { content: string; format: QuestionFormat; fileName?: string }
  | { questions: object[]; fileName?: string }

/** The questions of a sheet, with the row of each. */
export interface SheetLoad {
  questions: object[]
  fileName: string
  rows: readonly SheetRow[]
  read: ReadSource
}

/** What is checked before an import: a text, or a sheet whose columns are mapped. */
type CheckedSource = (ReadingOrder & { images?: readonly SourceImage[] }) | SheetLoad

/** Where the questions go, whatever their source says. */
export interface ImportTargets {
  status: 'draft' | 'in-review' | 'approved'
  category?: string
  learningPath?: string
  /** The id of one of the path's steps, or the title of a new one. */
  step?: string
  tags?: string[]
}

export interface ImportOrder {
  load: Load
  sectionId: string | undefined
  onDuplicate: OnDuplicate
  targets: ImportTargets
  /** Identifies the import before the server responds; sent again with the same id, it runs once. */
  batchId: string
  dryRun: boolean
}

async function requestImport(order: ImportOrder): Promise<ImportResult> {
  const { load, sectionId, onDuplicate, targets, batchId, dryRun } = order
  const shared = { ...targets, onDuplicate, batchId, dryRun }
  const isForm = 'questions' in load
  const reply = await adminApi.post(isForm ? '/api/questions/unified' : '/api/questions/import', {
    body: isForm
      ? {
          questions: load.questions,
          isBulkImport: true,
          metadata: { source: load.fileName ?? 'form' },
          ...shared,
        }
      : { ...load, ...(sectionId && { sectionId }), ...shared },
    timeout: IMPORT_TIMEOUT,
  })
  return reply.data as ImportResult
}

/** The progress of an import. */
export const readImport = async (batchId: string, signal: AbortSignal) =>
  (await adminApi.get(`/api/questions/imports/${batchId}`, { signal })).data

export const readImports = (page: number, pageSize: number, signal: AbortSignal) =>
  adminApi.get('/api/questions/imports', { query: { page, pageSize }, signal })

export const undoImport = async (batchId: string): Promise<ImportUndo> =>
  (
    await adminApi.delete(`/api/questions/imports/${batchId}`, {
      timeout: IMPORT_TIMEOUT,
    })
  ).data

/** The parsed source, and what the server would do with it. */
export interface ImportCheck {
  read: ReadSource
  result: ImportResult
  /** The images of a text, and the text with their addresses. */
  images?: TakenImages
}

/** The result by the sheet's rows, with what was found there before the server read them. */
function withRows(result: ImportResult, rows: readonly SheetRow[]): ImportResult {
  const inRow = <Issue extends { index: number; error: string }>(
    issue: Issue,
    error = issue.error,
  ): Issue => {
    const line = rows[issue.index]?.place
    return { ...issue, line, error: `Row ${line}: ${error.replace(/^Question \d+: /, '')}` }
  }
  const found = rows.flatMap(({ question: { title }, warnings }, index) =>
    warnings.map((error) => inRow({ index, title, error })),
  )
  return {
    ...result,
    errors: result.errors.map((issue) => inRow(issue, rows[issue.index]?.problem)),
    warnings: [...found, ...result.warnings.map((issue) => inRow(issue))],
  }
}

/** What was read of a sheet, with the warnings of each row. */
function withWarnings(read: ReadSource, { warnings }: ImportResult): ReadSource {
  const byRow = Map.groupBy(warnings, ({ index }) => index)
  const ofRow = (index: number) => (byRow.get(index) ?? []).map(({ error }) => error)
  return { ...read, rows: read.rows.map((row) => ({ ...row, warnings: ofRow(row.index) })) }
}

type Chosen = Pick<ImportOrder, 'sectionId' | 'onDuplicate' | 'targets'>

/** Dry run, then import. Any change of the source requires a new dry run. */
export function useImport() {
  const bulk = useBulkMessages()
  const queryClient = useQueryClient()
  const [batchId, setBatchId] = useState(newId)
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['admin', 'data'] }),
      queryClient.invalidateQueries({ queryKey: ['catalogue'] }),
    ])

  const rehearsing = useMutation({
    mutationFn: async ({
      source,
      chosen,
    }: {
      source: CheckedSource
      chosen: Chosen
    }): Promise<ImportCheck> => {
      if ('questions' in source) {
        const reply = await requestImport({ load: source, ...chosen, batchId, dryRun: true })
        const result = withRows(reply, source.rows)
        return { read: withWarnings(source.read, result), result }
      }
      const { images: brought = [], ...order } = source
      const images = await takeImages(source.content, brought, { dryRun: true })
      const { content } = images
      const read = await readSource({ ...order, content })
      const { fileName } = source
      const load = { content, format: read.format, ...(fileName !== undefined && { fileName }) }
      const result = await requestImport({ load, ...chosen, batchId, dryRun: true })
      return { read, result, images }
    },
  })
  const saving = useMutation({
    mutationFn: async ({
      load,
      chosen,
      original,
    }: {
      load: ImportOrder['load'] | SheetLoad
      chosen: Chosen
      /** The text before its images had addresses, and its images. */
      original?: { content: string; images: readonly SourceImage[] }
    }) => {
      // They get the addresses that the dry run reported.
      if (original) await takeImages(original.content, original.images, { dryRun: false })
      const result = await requestImport({ load, ...chosen, batchId, dryRun: false })
      return 'rows' in load ? withRows(result, load.rows) : result
    },
    onSuccess: async (result) => {
      const nothing = result.success + result.skipped === 0
      const joined = result.errors.map(({ error }) => error).join(', ')
      showToast({
        tone: nothing ? 'error' : result.failed > 0 ? 'warning' : 'success',
        title: nothing ? bulk.saveFailed : bulk.savedTitle,
        message: nothing
          ? bulk.importFailed(joined)
          : bulk.saved(String(result.success), String(result.failed)),
      })
      await refresh()
    },
  })
  /** Another source or format is another import. */
  const startOver = () => {
    setBatchId(newId())
    rehearsing.reset()
    saving.reset()
  }
  return { batchId, rehearsing, saving, startOver }
}

/** A source that can't be read as a whole; the message says why. */
export class UnreadableSource extends Error {}

/** Reading a source took too long. */
export class ReadingTimeout extends Error {}

/** Milliseconds. The largest file takes about ten seconds; the server has its own limit. */
const TIME_LIMIT = 60_000

/** Reads a text with the server's own parser. @throws {UnreadableSource | ReadingTimeout} */
export async function readSource(order: ReadingOrder): Promise<ReadSource> {
  const worker = new Worker(new URL('./source-worker.ts', import.meta.url), { type: 'module' })
  const reply = await runInWorker<Exclude<WorkerReply, 'ready'>>(worker, order)
  if ('refused' in reply) throw new UnreadableSource(reply.refused)
  return reply.read
}

/** Reads the cells of a CSV or Excel file. @throws {ReadingTimeout} */
export const readCells = (order: FileOrder) =>
  runInWorker<Exclude<SheetReply, 'ready'>>(
    new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' }),
    order,
  )

/** Reads a text file, or an archive with images. @throws {ReadingTimeout} */
export const readFile = (order: FileOrder) =>
  runInWorker<Exclude<FileReply, 'ready'>>(
    new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' }),
    order,
  )

/** Runs one job in a worker, so that the page stays responsive however large a file is. */
function runInWorker<Reply extends object>(worker: Worker, job: unknown): Promise<Reply> {
  let timer: ReturnType<typeof setTimeout> | undefined
  return new Promise<Reply>((resolve, reject) => {
    timer = setTimeout(() => reject(new ReadingTimeout()), TIME_LIMIT)
    worker.addEventListener('message', ({ data }: MessageEvent<'ready' | Reply>) => {
      if (data === 'ready') worker.postMessage(job)
      else resolve(data)
    })
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'the reader stopped')))
  }).finally(() => {
    clearTimeout(timer)
    worker.terminate()
  })
}
