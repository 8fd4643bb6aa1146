import { parentPort } from 'node:worker_threads'
import { type QuestionPrinter, questionPrinter } from '@rehearse/question-formats'
import type { PrintAnswer, PrintOrder } from './printing-thread.ts'

/** Prints what it is sent, file by file. Orders of several files may come mixed. */
const printers = new Map<number, QuestionPrinter>()

parentPort?.on('message', ({ order, file, format, questions }: PrintOrder) => {
  if (questions === null) {
    printers.delete(file)
    return
  }
  const printer = printers.get(file) ?? questionPrinter(format)
  printers.set(file, printer)
  const pieces = questions.map((question) => {
    const { text, losses } = printer.add(question)
    return { text, losses: losses.map(({ message }) => message) }
  })
  parentPort?.postMessage({ order, pieces } satisfies PrintAnswer)
})
