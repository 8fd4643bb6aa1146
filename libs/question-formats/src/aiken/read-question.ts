import { failed, type Place } from '../rows/check-row.ts'
import { cutTitle } from '../rows/cut-title.ts'
import { finishRow } from '../rows/finish-row.ts'
import type { ParseDefaults, ReadQuestion } from '../types.ts'
import type { AikenBlock } from './scan-blocks.ts'

/** Reads the question of one block. An error's line is that of the fault, not of the question. */
export function readQuestion(block: AikenBlock, index: number, defaults: ParseDefaults): ReadQuestion {
  const content = block.text.join('\n')
  const place: Place = { index, line: block.line, title: cutTitle(content) }
  if (block.fault) return failed({ ...place, line: block.fault.line }, [block.fault.message])
  const options = block.options.map((text, position) => ({ text, isCorrect: position === block.answer }))
  return finishRow(place, { type: 'multiple-choice', title: place.title, content, options }, defaults, [])
}
