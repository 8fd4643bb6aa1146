import { closesFence, type Fence, lexFence } from './find-broken-blocks.ts'
import { lexAnswerLine, lexExplanationLine } from './lex-answer-line.ts'
import { lexOptionLine } from './lex-option-line.ts'
import type { OptionTest } from './lists.ts'

/**
 * Which lines are options: in a question with two or more check boxes, those with one, and lines whose letter continues
 * theirs. Other lettered lines are statements that the options are about (`- [ ] A and C`).
 * @param lines all of the question
 */
export function optionTest(lines: readonly string[]): OptionTest {
  const labels = new Set<string>()
  let boxes = 0
  let open: Fence | undefined
  for (const line of lines) {
    const fence = lexFence(line)
    if (open) {
      if (fence && closesFence(open, fence)) open = undefined
      continue
    }
    if (fence && fence.codeAt === undefined) {
      open = fence
      continue
    }
    if (lexAnswerLine(line) || lexExplanationLine(line) !== undefined) break
    const option = line.length > 2_000 ? undefined : lexOptionLine(line, boxes)
    if (option?.checked === undefined) continue
    boxes++
    if (option.label !== undefined) labels.add(option.label)
  }
  if (boxes < 2) return () => true
  return ({ checked, label, id }) =>
    checked !== undefined ||
    id !== undefined ||
    (label !== undefined && labels.size > 0 && !labels.has(label))
}
