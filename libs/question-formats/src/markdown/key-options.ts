import { OPTIONS_MAX } from '@rehearse/contracts'
import { optionLetter, tooManyOptions } from '../row-fields.ts'
import type { PrintableOption } from '../types.ts'
import type { AnswerLine } from './lex-answer-line.ts'
import { latinLetters, lexOptionLine, type OptionLine } from './lex-option-line.ts'
import type { QuestionParts } from './question-parts.ts'

export interface KeyedOptions {
  options: PrintableOption[]
  problems: string[]
  /** The text of the answer lines after the key: the start of the explanation. */
  answerTexts: string[]
}

interface Candidate extends OptionLine {
  option: PrintableOption
}

/** Matches options and answer lines, and decides which options are correct. */
export function keyOptions(parts: QuestionParts, isBlank: (line: number) => boolean): KeyedOptions {
  const candidates = candidatesOf(parts, isBlank)
  if (candidates.length > OPTIONS_MAX) return { options: [], problems: [tooManyOptions], answerTexts: [] }
  const marked = candidates.filter((one) => one.option.isCorrect).map((one) => one.option)
  const answerTexts: string[] = []
  const unknown: string[] = []
  const answered = new Set<PrintableOption>()
  for (const answer of parts.answers) {
    const { right, wrong, text } = resolve(answer, candidates)
    for (const option of right) answered.add(option)
    unknown.push(...wrong)
    if (text !== '') answerTexts.push(text)
  }
  const options = candidates.map((one) => one.option)
  const isUnclear = marked.length > 0 && candidates.some(hasMarkBesideBox)
  const problems = unknown.length > 0 ? [`Invalid correct answer IDs: ${unknown.join(', ')}`] : []
  if (problems.length === 0 && marked.length > 0 && answered.size > 0) {
    const agrees = marked.length === answered.size && marked.every((option) => answered.has(option))
    if (!agrees) problems.push('The options marked as correct and the answer line disagree')
  }
  if (problems.length === 0 && isUnclear)
    problems.push('The check boxes and the marks of the options disagree')
  for (const option of options) option.isCorrect ||= answered.has(option)
  return { options, problems, answerTexts }
}

/** `- [ ] text [correct]` where another box is ticked. An `[x]` there is text. */
const hasMarkBesideBox = ({ checked, marked, rawText, text, option }: Candidate) =>
  checked === false && marked && rawText === text && !option.isCorrect

function candidatesOf(parts: QuestionParts, isBlank: (line: number) => boolean): Candidate[] {
  // Once any check box is ticked, check boxes are the key, and a mark at the end of a text is part of the text.
  const ticked = parts.options.some((option) => option.checked)
  if (parts.options.length > 0) {
    return parts.options.map((option, position) => {
      const body = option.body.build(isBlank)
      const first = ticked ? option.rawText : option.text
      // A letter in code before a code block (`- [ ] \`A\``) is the option's label, not its text.
      const isName = body.startsWith('```') && /^`?[A-Za-z]`?$/.test(first.trim())
      const text =
        first === '' || isName
          ? body
          : body === ''
            ? first
            : `${first}\n${blankBefore(option, isBlank)}${body}`
      return candidate(
        option,
        position,
        text,
        ticked ? (option.checked ?? option.marked) : option.marked,
        option.feedback,
      )
    })
  }
  if (parts.trueFalse.length >= 2) {
    return parts.trueFalse.map((line, position) =>
      candidate(line, position, line.text, line.checked === true || line.marked),
    )
  }
  return impliedOptions(parts)
}

const blankBefore = (option: { line: number }, isBlank: (line: number) => boolean) =>
  isBlank(option.line + 1) ? '\n' : ''

/** Options that follow from the answer: a plain list, or none for True and False. */
function impliedOptions(parts: QuestionParts): Candidate[] {
  const answer = parts.answers[0]
  if (!answer) return []
  if (answer.labels.length === 0 && /^(?:true|false)\b/i.test(answer.text)) {
    return ['True', 'False'].map((text, position) =>
      candidate({ marked: false, text, rawText: text }, position, text, false),
    )
  }
  const list = parts.plainList
  if (!list || list.items.length < 2) return []
  const found = list.items.map((item, position) => {
    const whole = item.blocks.map((block) => block.lines.join('\n')).join('\n\n')
    const { checked = false, text = whole } = /^\[.\]/.test(whole) ? (lexOptionLine(whole, 0) ?? {}) : {}
    return candidate({ marked: checked, text, rawText: text }, position, text, checked)
  })
  if (resolve(answer, found).right.length === 0) return []
  parts.content.remove(list.from, list.to)
  return found
}

function candidate(
  line: OptionLine,
  position: number,
  text: string,
  isCorrect: boolean,
  feedback = '',
): Candidate {
  const option = { id: line.id ?? optionLetter(position), text, isCorrect }
  return { ...line, option: feedback === '' ? option : { ...option, feedback } }
}

/** The options that an answer line names: by letter, by number, or by their text. */
function resolve(answer: AnswerLine, candidates: readonly Candidate[]) {
  if (candidates.length === 0) return { right: [], wrong: [], text: answer.text || answer.labels.join(', ') }
  const wanted = answer.labels.length === 0 ? normal(answer.text) : ''
  const byText = candidates.filter((one) => normal(one.option.text) === wanted)
  if (answer.labels.length === 0) {
    const right = byText.length > 0 ? byText : startingWith(answer.text, candidates)
    return { right: right.map((one) => one.option), wrong: [], text: right.length > 0 ? '' : answer.text }
  }
  const right: PrintableOption[] = []
  const wrong: string[] = []
  for (const label of answer.labels) {
    const found = candidates.find((one, position) => isLabelled(one, position, label))
    if (found) right.push(found.option)
    else wrong.push(label)
  }
  const [only] = right
  const isRepeated = only !== undefined && normal(answer.text) === normal(only.text)
  return { right, wrong, text: isRepeated ? '' : answer.text }
}

/** `Answer: 3`, `Answer: True, because …`. */
function startingWith(text: string, candidates: readonly Candidate[]): Candidate[] {
  const number = /^#?(\d{1,2})[.)]?$/.exec(text)?.[1]
  const byNumber = number ? candidates[Number(number) - 1] : undefined
  if (byNumber) return [byNumber]
  const trueFalse = /^(true|false)\b/i.exec(text)?.[1]?.toLowerCase()
  return trueFalse ? candidates.filter((one) => normal(one.option.text) === trueFalse) : []
}

function isLabelled(one: Candidate, position: number, label: string): boolean {
  if (one.label !== undefined) return one.label === label || plain(one.label) === plain(label)
  return (one.id ?? optionLetter(position)) === label
}

const plain = (label: string) => latinLetters[label] ?? label

const normal = (text: string) =>
  text
    .replace(/[`*_\s]+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .toLowerCase()
