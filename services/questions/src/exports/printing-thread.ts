import { Worker } from 'node:worker_threads'
import type { BackedUpQuestion, QuestionFormat } from '@rehearse/contracts'
import { type PrintableQuestion, questionPrinter } from '@rehearse/question-formats'

/** A job for the thread; `questions: null` ends a file, complete or not. */
export type PrintJob =
  | { id: number; file: number; format: QuestionFormat; questions: readonly PrintableQuestion[] | null }
  | { id: number; backup: { section: string; questions: readonly BackedUpQuestion[] } }

export interface PrintedQuestion {
  /** Empty if the format can't represent the question. */
  text: string
  losses: string[]
}

export type PrintResult =
  | { id: number; printed: PrintedQuestion[] | string }
  /** The job failed; the thread continues with other jobs. */
  | { id: number; error: unknown }

/** A file that is printed batch by batch: `open`, the results of `print` in order, `close`. */
export interface FilePrinter {
  open: string
  print(questions: readonly PrintableQuestion[]): Promise<PrintedQuestion[]>
  close: string
  /** Must always be called, even after an error. */
  end(): void
}

interface Thread {
  worker: Worker
  pending: Map<number, { resolve(printed: never): void; reject(reason: unknown): void }>
  /** The number of files being printed. */
  files: number
  /** Ends the thread after some time without files. */
  idle: NodeJS.Timeout | undefined
}

/** How long an idle thread is kept, in milliseconds: starting one takes longer than printing most files. */
const IDLE = 60_000

let thread: Thread | undefined
let count = 0

/**
 * Prints off the main thread, where a question that has to be parsed again would block other requests. All files
 * share one thread, so exports use at most one core.
 */
export function printFile(format: QuestionFormat): FilePrinter {
  const { open, close } = questionPrinter(format)
  const file = ++count
  const mine = openFile()
  return {
    open,
    close,
    print: (questions) => run<PrintedQuestion[]>(mine, { id: ++count, file, format, questions }),
    end: () => {
      if (mine === thread)
        mine.worker.postMessage({ id: 0, file, format, questions: null } satisfies PrintJob)
      closeFile(mine)
    },
  }
}

/** The text of a backup file, printed on the same thread, since it can be as large as its section. */
export async function printBackupFile(
  section: string,
  questions: readonly BackedUpQuestion[],
): Promise<string> {
  const mine = openFile()
  try {
    return await run<string>(mine, { id: ++count, backup: { section, questions } })
  } finally {
    closeFile(mine)
  }
}

function run<Printed>(mine: Thread, job: PrintJob): Promise<Printed> {
  return new Promise<Printed>((resolve, reject) => {
    if (mine !== thread) throw new Error('the printing thread has ended')
    mine.pending.set(job.id, { resolve, reject })
    mine.worker.postMessage(job)
  })
}

function openFile(): Thread {
  const mine = currentThread()
  mine.files++
  clearTimeout(mine.idle)
  mine.worker.ref()
  return mine
}

function closeFile(mine: Thread): void {
  mine.files--
  if (mine !== thread || mine.files > 0) return
  mine.worker.unref()
  mine.idle = setTimeout(() => end(mine, new Error('no file is being printed')), IDLE).unref()
}

function currentThread(): Thread {
  if (thread) return thread
  const worker = new Worker(new URL('./printing-worker.ts', import.meta.url))
  const mine: Thread = { worker, pending: new Map(), files: 0, idle: undefined }
  worker.on('message', (result: PrintResult) => {
    const { resolve, reject } = mine.pending.get(result.id) ?? {}
    mine.pending.delete(result.id)
    if ('error' in result) reject?.(result.error)
    else resolve?.(result.printed as never)
  })
  worker.on('error', (error) => end(mine, error instanceof Error ? error : new Error(String(error))))
  thread = mine
  return mine
}

/** The next file gets a new thread. */
function end(mine: Thread, reason: Error): void {
  if (thread === mine) thread = undefined
  for (const { reject } of mine.pending.values()) reject(reason)
  mine.pending.clear()
  void mine.worker.terminate()
}
