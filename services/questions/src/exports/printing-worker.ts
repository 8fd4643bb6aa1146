import { parentPort } from 'node:worker_threads'
import { type QuestionPrinter, questionPrinter } from '@rehearse/question-formats'
import { printBackup } from '../backup-file.ts'
import type { PrintJob, PrintResult } from './printing-thread.ts'

/** One per file: jobs of several files can be interleaved. */
const printers = new Map<number, QuestionPrinter>()

parentPort?.on('message', (job: PrintJob) => {
  try {
    const printed = print(job)
    if (printed !== undefined) parentPort?.postMessage({ id: job.id, printed } satisfies PrintResult)
  } catch (error) {
    parentPort?.postMessage({ id: job.id, error } satisfies PrintResult)
  }
})

function print(job: PrintJob) {
  if ('backup' in job) return printBackup(job.backup.section, job.backup.questions)
  const { file, format, questions } = job
  if (questions === null) {
    printers.delete(file)
    return undefined
  }
  const printer = printers.get(file) ?? questionPrinter(format)
  printers.set(file, printer)
  return questions.map((question) => {
    const { text, losses } = printer.add(question)
    return { text, losses: losses.map(({ message }) => message) }
  })
}
