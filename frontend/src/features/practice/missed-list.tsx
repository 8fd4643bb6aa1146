import type { CorrectResponse, QuestionResponse } from '@rehearse/contracts'
import { ChevronDown } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { classNames } from '../../shared/ui/class-names.ts'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { OptionLine } from '../../shared/ui/markdown/option-markup.tsx'
import { numberText } from '../../shared/ui/typed-solution.tsx'
import { useEndMessages } from './end-messages.en.ts'
import type { RunAnswer } from './grade-locally.ts'
import styles from './missed-list.module.css'
import { OptionResults } from './options.tsx'
import { TypedResult } from './typed-answer.tsx'

/** The missed questions, each with the given answer, the correct one and the reason; expands to the full question. */
export function MissedList({
  missed,
  corrected,
}: {
  missed: readonly RunAnswer[]
  corrected: ReadonlySet<string>
}) {
  const messages = useEndMessages()
  return (
    <section aria-labelledby="missed">
      <h2 id="missed">{messages.missedTitle}</h2>
      <ul className={classNames('plain-list', styles.list)}>
        {missed.map((answer) => (
          <li key={answer.question.id}>
            <details className={styles.card}>
              <summary className={styles.summary}>
                <span className={styles.words}>
                  <span dir="auto" className={styles.title}>
                    <InlineCode text={answer.question.title} />
                  </span>
                  <span className={styles.answers}>
                    {messages.yourAnswer}:{' '}
                    <span dir="auto">
                      {chosenLine(answer, answer.selected) ??
                        responseLine(answer, answer.response) ??
                        (answer.question.options.length === 0 ? messages.selfMissed : messages.noAnswer)}
                    </span>
                  </span>
                  {(answer.correctOptionIds.length > 0 || answer.correctResponse) && (
                    <span className={styles.answers}>
                      {messages.correctAnswer}:{' '}
                      <strong dir="auto" className={styles.correct}>
                        {chosenLine(answer, answer.correctOptionIds) ??
                          responseLine(answer, answer.correctResponse)}
                      </strong>
                    </span>
                  )}
                  <span dir="auto" className={styles.why}>
                    <InlineCode text={reasonOf(answer)} />
                  </span>
                  {corrected.has(answer.question.id) && (
                    <span className={styles.corrected}>{messages.corrected}</span>
                  )}
                </span>
                <ChevronDown aria-hidden size={18} />
              </summary>
              <div className={styles.whole}>
                <Markdown text={answer.question.content} />
                {answer.question.prompt && (
                  <TypedResult question={answer.question} response={answer.response} graded={answer} />
                )}
                {answer.question.options.length > 0 && (
                  <OptionResults
                    question={answer.question}
                    selected={answer.selected}
                    graded={{ correctOptionIds: answer.correctOptionIds, feedback: answer.feedback }}
                  />
                )}
                <Markdown text={answer.explanation} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The options on one line; null without any. */
function chosenLine({ question }: RunAnswer, ids: readonly string[]): ReactNode {
  const chosen = question.options.filter(({ id }) => ids.includes(id))
  return chosen.length === 0
    ? null
    : separated(chosen.map(({ id, text }) => [id, <OptionLine key={id} text={text} />]))
}

/** A response or a solution on one line; null without one. */
function responseLine(
  { question: { prompt } }: RunAnswer,
  given: QuestionResponse | CorrectResponse | null | undefined,
): ReactNode {
  if (given?.kind === 'text') return given.text
  if (given?.kind === 'number') return numberText(given)
  if (given?.kind !== 'pairs' || prompt?.kind !== 'pairs') return null
  return separated(
    given.pairs.map(({ left, right }) => [
      left,
      <Fragment key={left}>
        <OptionLine text={prompt.left.find(({ id }) => id === left)?.text ?? ''} /> –{' '}
        <bdi>{prompt.right.find(({ id }) => id === right)?.text}</bdi>
      </Fragment>,
    ]),
  )
}

const separated = (items: readonly (readonly [key: string, ReactNode])[]): ReactNode =>
  items.map(([key, item], position) => (
    <Fragment key={key}>
      {position > 0 && '; '}
      {item}
    </Fragment>
  ))

/** Turns a code block into inline code, and removes other markup. */
const oneLine = (markdown: string): string =>
  /^\s*(```|~~~)/.test(markdown)
    ? `\`${excerpt(markdown).replaceAll('`', '')}\``
    : markdown
        .replace(/(`[^`]*`)|\*{1,2}(?=\S)([^*`]+)(?<=\S)\*{1,2}|__/g, '$1$2')
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/\s+/g, ' ')
        .trim()

/** Why the chosen option is incorrect, or else why the correct one is correct. */
const reasonOf = ({ selected, feedback, explanation }: RunAnswer): string => {
  const [why] = selected.flatMap((id) => feedback.get(id) ?? [])
  return why === undefined ? firstSentences(explanation) : oneLine(why)
}

/** Characters that a reason has at least: a short first sentence rarely says why. */
const REASON_LENGTH = 60

/**
 * The first whole sentences of the explanation: not what introduces a code block, nor a table. A period in code ends
 * no sentence.
 */
function firstSentences(markdown: string): string {
  const prose = markdown
    .replace(/^ *(```|~~~)[\s\S]*?^ *\1.*$/gm, '')
    .replace(/^ *\|.*$/gm, '')
    .replace(/^ *([-*+]|\d+\.) /gm, '')
  const sentences = prose
    .split(/\n\s*\n/)
    .flatMap((paragraph) => oneLine(paragraph).match(/(?:`[^`]*`|[^`])*?[.!?؟](?=\s|$)/g) ?? [])
  let reason = sentences.shift()
  if (reason === undefined) return oneLine(prose)
  for (const sentence of sentences) {
    if (reason.length >= REASON_LENGTH) break
    reason += ` ${sentence.trim()}`
  }
  return reason
}
