import { foldText, isBlank } from '../fold-text.ts'
import type { QuestionAnswerInput } from './typed-answer.ts'

/* Without zod, so that the question form can load it. */

interface ChoiceError {
  path: 'options' | 'answer'
  message: string
}

/**
 * Field errors of choices that learners can't read or tell apart: texts that show nothing, and texts that are the same
 * by `foldText`. Input is held to this, but not what is stored already: a backup of it stays restorable.
 */
export const choiceErrors = ({
  options,
  answer,
}: {
  options?: readonly { text: string }[] | undefined
  answer?: QuestionAnswerInput | null | undefined
}): ChoiceError[] => [
  ...optionErrorsOf(findUnclearChoice(options?.map(({ text }) => text) ?? [])),
  ...(answer ? answerErrorsOf(answer) : []),
]

/** The positions of the first text that shows nothing, or that is the same as one before it. */
export type UnclearChoice = { empty: number } | { same: readonly [number, number] }

/** The first unclear one of several choices; those that are undefined are left out. */
export function findUnclearChoice(texts: readonly (string | undefined)[]): UnclearChoice | undefined {
  const known = new Map<string, number>()
  for (const [position, text] of texts.entries()) {
    if (text === undefined) continue
    if (isBlank(text)) return { empty: position }
    const folded = foldText(text)
    const before = known.get(folded)
    if (before !== undefined) return { same: [before, position] }
    known.set(folded, position)
  }
  return undefined
}

function optionErrorsOf(unclear: UnclearChoice | undefined): ChoiceError[] {
  if (unclear === undefined) return []
  const message =
    'empty' in unclear
      ? `Option ${letterAt(unclear.empty)} would be shown empty`
      : `Options ${unclear.same.map(letterAt).join(' and ')} are the same. Only \`code\` is compared exactly.`
  return [{ path: 'options', message }]
}

const letterAt = (position: number): string => String.fromCharCode(97 + position)

function answerErrorsOf(answer: QuestionAnswerInput): ChoiceError[] {
  const problem = (message: string): ChoiceError[] => [{ path: 'answer', message }]
  if (answer.kind === 'number') return []
  if (answer.kind === 'text') {
    return answer.accepted.some(isBlank) ? problem('An accepted answer would be shown empty') : []
  }
  const lefts = findUnclearChoice(answer.pairs.map(({ left }) => left))
  // Several pairs may have one right side, with one spelling.
  const rights = findUnclearChoice([
    ...new Set(answer.pairs.map(({ right }) => right)),
    ...(answer.extra ?? []),
  ])
  if ([lefts, rights].some((unclear) => unclear && 'empty' in unclear)) {
    return problem('An item or a choice would be shown empty')
  }
  if (lefts) return problem('Two pairs have the same left side')
  return rights ? problem('Two choices are the same') : []
}
