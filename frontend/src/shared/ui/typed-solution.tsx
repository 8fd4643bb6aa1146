import type { CorrectResponse, QuestionAnswer, QuestionResponse } from '@rehearse/contracts'
import type { ReactNode } from 'react'
import { OptionText } from './markdown/option-text.tsx'

/** The key of a matching, short-answer or numeric question, one line for each pair or accepted text. */
export function solutionLines(answer: QuestionAnswer): { key: string; line: ReactNode }[] {
  switch (answer.kind) {
    case 'pairs':
      return answer.pairs.map(({ id, left, right }) => ({
        key: id,
        line: (
          <>
            <OptionText text={left} /> <span aria-hidden>–</span> <bdi>{right}</bdi>
          </>
        ),
      }))
    case 'text':
      return answer.accepted.map((text) => ({ key: text, line: <bdi>{text}</bdi> }))
    case 'number':
      return [{ key: 'number', line: <bdi dir="ltr">{numberText(answer)}</bdi> }]
  }
}

/** A number, with its tolerance and its unit if it has them. */
export function numberText({
  value,
  tolerance = 0,
  unit,
}: Pick<Extract<CorrectResponse | QuestionResponse, { kind: 'number' }>, 'value'> & {
  tolerance?: number | undefined
  unit?: string | undefined
}): string {
  return [value, ...(tolerance > 0 ? ['±', tolerance] : []), ...(unit ? [unit] : [])].join(' ')
}
