import type { FormatModule, ParseSteps } from '../types.ts'
import { unreadableSource } from '../unreadable-source.ts'
import { printQuestion } from './print-question.ts'
import { readQuestion } from './read-question.ts'
import { type GiftBlock, scanBlocks } from './scan-blocks.ts'

/** Moodle's text format (docs.moodle.org, "GIFT format"). */
export const giftFormat: FormatModule = {
  format: 'gift',
  open: '',
  separator: '\n',
  close: '',
  print: printQuestion,

  *parse(source, defaults): ParseSteps {
    const blocks: GiftBlock[] = []
    for (const block of scanBlocks(source)) {
      if (block) blocks.push(block)
      else yield undefined
    }
    if (blocks.length === 0)
      throw unreadableSource('No questions found in the file. Please check the format.')
    for (const [index, block] of blocks.entries()) yield readQuestion(block, index, defaults)
  },
}
