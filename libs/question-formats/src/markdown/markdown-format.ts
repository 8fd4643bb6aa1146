import type { FormatModule, ParseSteps } from '../types.ts'
import { unreadableSource } from '../unreadable-source.ts'
import { findQuestions } from './find-questions.ts'
import { takeFrontMatter } from './front-matter.ts'
import { printQuestion } from './print-question.ts'
import { readQuestion } from './read-question.ts'

export const markdownFormat: FormatModule = {
  format: 'markdown',
  open: '',
  separator: '\n',
  close: '',
  print: printQuestion,

  *parse(source, defaults): ParseSteps {
    const file = takeFrontMatter(source)
    const spans = yield* findQuestions(file.source)
    if (spans.length === 0) {
      throw unreadableSource('No questions found in the markdown. Please check the format.')
    }
    const merged = { ...defaults, ...file.defaults }
    for (const [index, span] of spans.entries()) yield readQuestion(file.source, span, index, merged)
  },
}
