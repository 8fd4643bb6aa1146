import { parseBlocks } from '../parse-blocks.ts'
import type { FormatModule } from '../types.ts'
import { printQuestion } from './print-question.ts'
import { readQuestion } from './read-question.ts'
import { scanBlocks } from './scan-blocks.ts'

/** The plainest of Moodle's formats (docs.moodle.org, "Aiken format"). */
export const aikenFormat: FormatModule = {
  format: 'aiken',
  open: '',
  separator: '\n',
  close: '',
  print: printQuestion,
  parse: parseBlocks(scanBlocks, readQuestion),
}
