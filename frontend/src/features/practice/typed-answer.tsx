import type { CorrectResponse, QuestionPrompt, QuestionResponse } from '@rehearse/contracts'
import { TYPED_ANSWER } from '@rehearse/contracts/questions/typed-limits'
import { correctResponseOf, isCorrectResponse } from '@rehearse/contracts/typed-grading'
import { Check, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { isolate } from '../../shared/i18n/direction.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { TextField } from '../../shared/ui/fields.tsx'
import { OptionText } from '../../shared/ui/markdown/option-text.tsx'
import { numberText } from '../../shared/ui/typed-solution.tsx'
import { hasKey, type RunQuestion, type TypedSubmission } from './grade-locally.ts'
import options from './options.module.css'
import styles from './typed-answer.module.css'
import { useTypedMessages } from './typed-messages.en.ts'

/** The fields that answer a matching, short-answer or numeric question. */
export default function TypedAnswer({
  question,
  disabled,
  onChange,
}: {
  question: RunQuestion
  disabled: boolean
  /** Called with undefined while the answer is incomplete. */
  onChange: (submission: TypedSubmission | undefined) => void
}) {
  const { prompt } = question
  const give = (response: QuestionResponse | undefined) =>
    onChange(response && withVerdict(question, response))
  switch (prompt?.kind) {
    case 'pairs':
      return <PairFields prompt={prompt} disabled={disabled} onChange={give} />
    case 'text':
      return <ShortTextField disabled={disabled} onChange={give} />
    case 'number':
      return <NumberField unit={prompt.unit} disabled={disabled} onChange={give} />
    default:
      return null
  }
}

/** Grades at once if the key came with the question, so that the result doesn't wait for the network. */
function withVerdict(question: RunQuestion, response: QuestionResponse): TypedSubmission {
  const { prompt } = question
  if (!prompt || !hasKey(question) || !question.answer) return { response }
  const { answer } = question
  return {
    response,
    verdict: {
      isCorrect: isCorrectResponse(answer, prompt, response),
      correctResponse: correctResponseOf(answer, prompt),
    },
  }
}

interface FieldProps {
  disabled: boolean
  onChange: (response: QuestionResponse | undefined) => void
}

function PairFields({
  prompt: { left, right },
  disabled,
  onChange,
}: FieldProps & { prompt: Extract<QuestionPrompt, { kind: 'pairs' }> }) {
  const messages = useTypedMessages()
  const id = useId()
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const choose = (leftId: string, rightId: string) => {
    const next = new Map(chosen).set(leftId, rightId)
    setChosen(next)
    const pairs = left.map((item) => ({ left: item.id, right: next.get(item.id) ?? '' }))
    onChange(pairs.every((pair) => pair.right !== '') ? { kind: 'pairs', pairs } : undefined)
  }
  return (
    <fieldset disabled={disabled} className={styles.pairs}>
      <legend className={styles.legend}>{messages.match}</legend>
      {left.map((item, position) => (
        <div key={item.id} className={styles.pair}>
          <span id={`${id}-${position}`}>
            <OptionText text={item.text} />
          </span>
          <select
            aria-labelledby={`${id}-${position}`}
            value={chosen.get(item.id) ?? ''}
            onChange={({ target }) => choose(item.id, target.value)}
            className={styles.select}
          >
            <option value="">{messages.choose}</option>
            {right.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.text}
              </option>
            ))}
          </select>
        </div>
      ))}
    </fieldset>
  )
}

/** The browser must not correct what is typed: it may be code. */
const unaided = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const

function ShortTextField({ disabled, onChange }: FieldProps) {
  const messages = useTypedMessages()
  const [text, setText] = useState('')
  return (
    <TextField
      label={messages.yourAnswer}
      value={text}
      disabled={disabled}
      maxLength={TYPED_ANSWER.text}
      dir="auto"
      {...unaided}
      onChange={({ target }) => {
        setText(target.value)
        onChange(target.value.trim() === '' ? undefined : { kind: 'text', text: target.value })
      }}
    />
  )
}

function NumberField({ unit, disabled, onChange }: FieldProps & { unit: string | undefined }) {
  const messages = useTypedMessages()
  const [text, setText] = useState('')
  const isUnreadable = text.trim() !== '' && !/^[-+−]$/.test(text.trim()) && readNumber(text) === undefined
  return (
    <TextField
      label={unit === undefined ? messages.yourAnswer : messages.yourAnswerIn(unit)}
      hint={messages.numberHint}
      error={isUnreadable ? messages.numberError : undefined}
      inputMode="decimal"
      value={text}
      disabled={disabled}
      maxLength={40}
      dir="ltr"
      {...unaided}
      onChange={({ target }) => {
        setText(target.value)
        const value = readNumber(target.value)
        onChange(value === undefined ? undefined : { kind: 'number', value })
      }}
    />
  )
}

/**
 * A number as people type it: with a decimal point or comma, in Arabic digits, with spaces between thousands.
 * Undefined if it is none, or if a comma could separate decimals or thousands.
 */
export function readNumber(text: string): number | undefined {
  const plain = text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\s\u061c\u200e\u200f_'’]/g, '')
    .replace('−', '-')
    .replace('٫', '.')
  if (/^[-+]?[1-9]\d{0,2}(?:[,٬]\d{3})+$/.test(plain)) return undefined
  const dotted = plain.includes('.') ? plain : plain.replace(',', '.')
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?$/i.test(dotted)) return undefined
  const value = Number(dotted)
  return Number.isFinite(value) ? value : undefined
}

/** The graded answer: what was given, whether it was correct, and the solution, pair by pair. */
export function TypedResult({
  question: { prompt },
  response,
  graded: { isCorrect, correctResponse: correct },
}: {
  question: Pick<RunQuestion, 'prompt'>
  response: QuestionResponse | undefined
  graded: { isCorrect: boolean; correctResponse?: CorrectResponse | null | undefined }
}) {
  const messages = useTypedMessages()
  if (!prompt || !correct) return null
  if (prompt.kind === 'pairs' && correct.kind === 'pairs') {
    const textOf = (id: string | undefined) => prompt.right.find((item) => item.id === id)?.text
    const given = new Map(
      response?.kind === 'pairs' ? response.pairs.map((one) => [one.left, one.right]) : [],
    )
    return (
      <ul className={classNames('plain-list', options.options)}>
        {prompt.left.map(({ id, text }) => {
          const solution = correct.pairs.find(({ left }) => left === id)?.right
          const isRight = given.get(id) === solution
          return (
            <Row key={id} isRight={isRight} solution={isRight ? undefined : <bdi>{textOf(solution)}</bdi>}>
              <OptionText text={text} /> <span aria-hidden>–</span>{' '}
              <bdi>{textOf(given.get(id)) ?? messages.noAnswer}</bdi>
            </Row>
          )
        })}
      </ul>
    )
  }
  const others = correct.kind === 'text' ? correct.accepted.filter((text) => text !== correct.text) : []
  return (
    <ul className={classNames('plain-list', options.options)}>
      <Row
        isRight={isCorrect}
        solution={
          <>
            {correct.kind === 'number' && <bdi dir="ltr">{numberText(correct)}</bdi>}
            {correct.kind === 'text' && <bdi>{correct.text}</bdi>}
            {others.length > 0 && ` (${messages.alsoAccepted}: ${others.map(isolate).join(', ')})`}
          </>
        }
      >
        {response?.kind === 'number' && <bdi dir="ltr">{response.value}</bdi>}
        {response?.kind === 'text' && <bdi>{response.text}</bdi>}
        {!response && messages.noAnswer}
      </Row>
    </ul>
  )
}

function Row({
  isRight,
  solution,
  children,
}: {
  isRight: boolean
  solution: ReactNode
  children: ReactNode
}) {
  const messages = useTypedMessages()
  return (
    <li className={classNames(options.result, options.unlettered, isRight ? options.right : options.wrong)}>
      <span className={styles.own}>{children}</span>
      <span className={options.mark}>
        {isRight ? <Check aria-hidden size={18} /> : <X aria-hidden size={18} />}
        {isRight ? messages.right : messages.wrong}
      </span>
      {solution && (
        <div className={options.why}>
          {messages.correctAnswer}: {solution}
        </div>
      )}
    </li>
  )
}
