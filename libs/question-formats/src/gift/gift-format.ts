import { parseBlocks } from '../parse-blocks.ts'
import type { FormatModule } from '../types.ts'
import { printQuestion } from './print-question.ts'
import { readQuestion } from './read-question.ts'
import { scanBlocks } from './scan-blocks.ts'

/** Moodle's text format (docs.moodle.org, "GIFT format"). */
export const giftFormat: FormatModule = {
  format: 'gift',
  open: '',
  separator: '\n',
  close: '',
  print: printQuestion,
  parse: parseBlocks(scanBlocks, readQuestion),
}
