import { categoryPath } from '../apply-defaults.ts'
import { describeLosses } from '../describe-losses.ts'
import { unreadableSource } from '../parse-blocks.ts'
import { escapeWildcard, shareOf } from '../row-fields.ts'
import type { FormatModule, ParseSteps, PrintableOption, PrintableQuestion, ReadQuestion } from '../types.ts'
import { issue } from '../validate-row.ts'
import { type MoodleQuestion, rawText, readQuestion } from './moodle-xml-question.ts'
import { child, scanElements, type XmlElement } from './scan-xml-elements.ts'

const OPEN = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
const CLOSE = '</quiz>\n'

interface Elements {
  questions: MoodleQuestion[]
  others: XmlElement[]
}

const unread = ({ name }: XmlElement) => `<${name.slice(0, 40)}> is not read`

/** All questions of a document, each with its category, which Moodle writes as a question before them. */
function* readElements(source: string): Generator<undefined, Elements, void> {
  const questions: MoodleQuestion[] = []
  const others: XmlElement[] = []
  let category: string | undefined
  for (const element of yield* scanElements(source)) {
    if (element.name !== 'question') others.push(element)
    else if (element.attributes.type === 'category') category = rawText(child(element, 'category'))
    else questions.push({ element, category })
  }
  return { questions, others }
}

/** A question in Moodle XML. Fields that Moodle doesn't support are in a comment above it. */
function printQuestion(question: PrintableQuestion, _index: number, previous?: PrintableQuestion) {
  const category = `  <question type="category">
    <category><text>${cdata(categoryPath(question))}</text></category>
  </question>
`
  const text = printElement(question)
  const losses = describeLosses(question, readBack(category + text))
  const isSameCategory = previous !== undefined && categoryPath(previous) === categoryPath(question)
  const comments = losses.map((loss) => `  <!-- ${comment(loss)} -->\n`).join('')
  return { text: (isSameCategory ? '' : category) + comments + text, losses }
}

function readBack(text: string): ReadQuestion | undefined {
  const steps = readElements(`${OPEN}${text}${CLOSE}`)
  let step = steps.next()
  while (!step.done) step = steps.next()
  const [only] = step.value.questions
  return only && readQuestion(only, 0, {})
}

function printElement(question: PrintableQuestion): string {
  const type = moodleType(question)
  const right = question.options.filter((option) => option.isCorrect).length
  return `  <question type="${type}">
    <name><text>${cdata(question.title)}</text></name>
    <questiontext format="markdown"><text>${cdata(question.content)}</text></questiontext>
    <generalfeedback format="markdown"><text>${cdata(question.explanation)}</text></generalfeedback>
    <defaultgrade>${question.points}</defaultgrade>
    <hidden>${question.isActive === false ? 1 : 0}</hidden>
${type === 'multichoice' ? `    <single>${right === 1}</single>\n` : ''}${question.options
  .map((option) => printOption(option, type, right))
  .join('')}${printTyped(question)}${printTags(question.tags)}  </question>
`
}

const typedNames = { pairs: 'matching', text: 'shortanswer', number: 'numerical' } as const

function moodleType({ type, options, answer }: PrintableQuestion): string {
  if (answer) return typedNames[answer.kind]
  if (options.length === 0) return 'essay'
  const isTruth = options.length === 2 && options[0]?.text === 'True' && options[1]?.text === 'False'
  return type === 'true-false' && isTruth ? 'truefalse' : 'multichoice'
}

function printOption({ text, isCorrect, feedback }: PrintableOption, type: string, right: number): string {
  const isTruth = type === 'truefalse'
  const wrong = isTruth || right === 1 ? '0' : '-100'
  return `    <answer fraction="${isCorrect ? shareOf(right) : wrong}" format="${isTruth ? 'moodle_auto_format' : 'markdown'}">
      <text>${isTruth ? text.toLowerCase() : cdata(text)}</text>
      <feedback format="markdown"><text>${cdata(feedback ?? '')}</text></feedback>
    </answer>
`
}

function printTyped({ answer }: PrintableQuestion): string {
  const line = (xml: string) => `    ${xml}\n`
  const text = (value: string) => `<text>${cdata(value)}</text>`
  switch (answer?.kind) {
    case 'pairs': {
      const all = [...answer.pairs, ...(answer.extra ?? []).map((right) => ({ left: '', right }))]
      return all
        .map(({ left, right }) =>
          line(`<subquestion format="markdown">${text(left)}<answer>${text(right)}</answer></subquestion>`),
        )
        .join('')
    }
    case 'text':
      return [
        line(`<usecase>${answer.caseSensitive ? 1 : 0}</usecase>`),
        ...answer.accepted.map((one) =>
          line(`<answer fraction="100" format="moodle_auto_format">${text(escapeWildcard(one))}</answer>`),
        ),
      ].join('')
    case 'number': {
      const { value, tolerance = 0, unit } = answer
      const name = unit === undefined ? '' : `<unit_name>${cdata(unit)}</unit_name>`
      return [
        line(
          `<answer fraction="100" format="moodle_auto_format">${text(String(value))}<tolerance>${tolerance}</tolerance></answer>`,
        ),
        ...(unit === undefined
          ? []
          : [line(`<units><unit><multiplier>1</multiplier>${name}</unit></units>`)]),
      ].join('')
    }
    default:
      return ''
  }
}

function printTags(tags: readonly string[]): string {
  if (tags.length === 0) return ''
  return `    <tags>${tags.map((tag) => `<tag><text>${cdata(tag)}</text></tag>`).join('')}</tags>\n`
}

// Characters that XML 1.0 doesn't allow, not even escaped.
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const writable = (text: string): string => text.replace(unwritable, '\ufffd')

/** Text between tags. */
function cdata(text: string): string {
  if (!/[<>&\r]|\]\]>/.test(text)) return writable(text)
  return `<![CDATA[${writable(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

/** Text in a comment: no two hyphens in a row, none at the end. */
const comment = (text: string): string =>
  writable(text)
    .replace(/-(?=-)/g, '- ')
    .replace(/-$/, '- ')

/** Moodle's own format (docs.moodle.org, "Moodle XML format"). */
export const moodleXmlFormat: FormatModule = {
  format: 'moodle-xml',
  open: OPEN,
  separator: '\n',
  close: CLOSE,
  print: printQuestion,

  *parse(source, defaults): ParseSteps {
    const { questions, others } = yield* readElements(source)
    if (questions.length === 0) {
      throw unreadableSource('No questions found in the file. Please check the format.')
    }
    for (const [index, question] of questions.entries()) {
      const read = readQuestion(question, index, defaults)
      const title = read.question?.row.title ?? read.error?.title ?? ''
      const notes = index > 0 ? [] : others.map((one) => issue({ index, line: one.line, title }, unread(one)))
      yield { ...read, warnings: [...notes, ...read.warnings] }
    }
  },
}
