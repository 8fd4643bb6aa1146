/**
 * What becomes of a question that asks for a word or a number: an open-ended one, whose explanation says what was
 * accepted. The explanation in Markdown.
 */
export function acceptedAnswers(answers: readonly string[], explanation: string): string {
  const [only] = answers
  const list =
    answers.length === 1
      ? `Accepted answer: ${only}`
      : `Accepted answers:\n\n${answers.map((answer) => `- ${answer.replaceAll('\n', '\n  ')}`).join('\n')}`
  return [...(answers.length === 0 ? [] : [list]), ...(explanation === '' ? [] : [explanation])].join('\n\n')
}

/** The warning that goes with it. */
export const becameOpenEnded = (kind: string) =>
  `A ${kind} question becomes an open-ended one; what it accepts is in the explanation`
