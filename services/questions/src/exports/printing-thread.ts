import { Worker } from 'node:worker_threads'
import type { QuestionFormat } from '@rehearse/contracts'
import { type PrintableQuestion, questionPrinter } from '@rehearse/question-formats'

/** Questions to be printed next in a file; null: the file is finished, or nobody wants it any more. */
export interface PrintOrder {
  order: number
  file: number
  format: QuestionFormat
  questions: readonly PrintableQuestion[] | null
}

export interface PrintedQuestion {
  /** Empty where the format has no way to hold the question. */
  text: string
  losses: string[]
}

export interface PrintAnswer {
  order: number
  pieces: PrintedQuestion[]
}

/** A file that is printed batch by batch. It is `open`, what `print` answered, in order, and `close`. */
export interface FilePrinter {
  open: string
  print(questions: readonly PrintableQuestion[]): Promise<PrintedQuestion[]>
  close: string
  /** To be called in any case. */
  end(): void
}

interface Thread {
  worker: Worker
  waiting: Map<number, { resolve(pieces: PrintedQuestion[]): void; reject(reason: Error): void }>
  files: number
}

let thread: Thread | undefined
let count = 0

/**
 * Prints off the main thread, where a question that has to be proven would hold up every other request. All files share
 * one thread, which lives while there are any, so that exports take one core at most, whoever asks for them.
 */
export function printFile(format: QuestionFormat): FilePrinter {
  const { open, close } = questionPrinter(format)
  const file = ++count
  const mine = currentThread()
  mine.files++
  return {
    open,
    close,
    print: (questions) =>
      new Promise((resolve, reject) => {
        if (mine !== thread) throw new Error('the printing thread has ended')
        const order = ++count
        mine.waiting.set(order, { resolve, reject })
        mine.worker.postMessage({ order, file, format, questions } satisfies PrintOrder)
      }),
    end: () => {
      mine.files--
      if (mine !== thread) return
      if (mine.files === 0) leave(mine, new Error('nobody prints any more'))
      else mine.worker.postMessage({ order: 0, file, format, questions: null } satisfies PrintOrder)
    },
  }
}

function currentThread(): Thread {
  if (thread) return thread
  const worker = new Worker(new URL('./printing-worker.ts', import.meta.url))
  const mine: Thread = { worker, waiting: new Map(), files: 0 }
  worker.on('message', ({ order, pieces }: PrintAnswer) => {
    mine.waiting.get(order)?.resolve(pieces)
    mine.waiting.delete(order)
  })
  worker.on('error', (error) => leave(mine, error instanceof Error ? error : new Error(String(error))))
  thread = mine
  return mine
}

/** The next file gets a thread of its own. */
function leave(mine: Thread, reason: Error): void {
  if (thread === mine) thread = undefined
  for (const { reject } of mine.waiting.values()) reject(reason)
  mine.waiting.clear()
  void mine.worker.terminate()
}
