import type { FormatModule, ParseSteps } from '../types.ts'
import { unreadableSource } from '../unreadable-source.ts'
import { printQuestion } from './print-question.ts'
import { CLOSE, OPEN, readElements } from './read-elements.ts'
import { readQuestion } from './read-question.ts'

/** Moodle's own format (docs.moodle.org, "Moodle XML format"). */
export const moodleXmlFormat: FormatModule = {
  format: 'moodle-xml',
  open: OPEN,
  separator: '\n',
  close: CLOSE,
  print: printQuestion,

  *parse(source, defaults): ParseSteps {
    const questions = yield* readElements(source)
    if (questions.length === 0) {
      throw unreadableSource('No questions found in the file. Please check the format.')
    }
    for (const [index, question] of questions.entries()) yield readQuestion(question, index, defaults)
  },
}
