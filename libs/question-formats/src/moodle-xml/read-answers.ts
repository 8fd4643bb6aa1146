import { OPTIONS_MAX } from '@rehearse/contracts'
import { acceptedAnswers, becameOpenEnded } from '../rows/accepted-answers.ts'
import type { Draft, DraftOption } from '../rows/finish-row.ts'
import { tooManyOptions } from '../rows/option-letter.ts'
import { weightNotes } from '../rows/weights.ts'
import { rawText, readText } from './read-text.ts'
import { child, childrenOf, type XmlElement } from './scan-elements.ts'

type Answers = Pick<Draft, 'type' | 'options'> & { explanation: string }

/** Reads the answers of a question by its Moodle type. `fault` says why it can't be a question of ours. */
export function readAnswers(
  question: XmlElement,
  format: string,
  notes: Set<string>,
): Answers | { fault: string } {
  const explanation = readText(child(question, 'generalfeedback'), format, notes)
  const type = question.attributes.type ?? ''
  switch (type) {
    case 'multichoice':
      if (childrenOf(question, 'answer').length > OPTIONS_MAX) return { fault: tooManyOptions }
      return { type: 'multiple-choice', options: readChoices(question, format, notes), explanation }
    case 'truefalse':
      return { type: 'true-false', options: readTruth(question, format, notes), explanation }
    case 'essay': {
      const model = readText(child(question, 'graderinfo'), format, notes)
      return { type: 'open-ended', options: [], explanation: both(explanation, model) }
    }
    case 'shortanswer':
    case 'numerical': {
      notes.add(becameOpenEnded(type === 'numerical' ? 'numerical' : 'short-answer'))
      const accepted = childrenOf(question, 'answer').map(acceptedAnswer)
      return { type: 'open-ended', options: [], explanation: acceptedAnswers(accepted, explanation) }
    }
    default:
      return { fault: `The Moodle question type "${type.slice(0, 40)}" is not supported` }
  }
}

const both = (...texts: string[]) => texts.filter((text) => text.trim() !== '').join('\n\n')

const fractionOf = (answer: XmlElement) => Number(answer.attributes.fraction ?? 0)

/** With `<single>` the one of 100 % is right, else all that weigh something are right together. */
function readChoices(question: XmlElement, format: string, notes: Set<string>): DraftOption[] {
  const isSingle = child(question, 'single')?.text.trim() !== 'false'
  const answers = childrenOf(question, 'answer')
  for (const note of weightNotes(answers.map(fractionOf), isSingle)) notes.add(note)
  return answers.map((answer) =>
    readOption(answer, {
      text: readText(answer, format, notes),
      isCorrect: isSingle ? fractionOf(answer) === 100 : fractionOf(answer) > 0,
      format,
      notes,
    }),
  )
}

function readTruth(question: XmlElement, format: string, notes: Set<string>): DraftOption[] {
  const answers = childrenOf(question, 'answer')
  return ['True', 'False'].map((text) => {
    const answer = answers.find((one) => rawText(one).trim().toLowerCase() === text.toLowerCase())
    if (answer === undefined) return { text, isCorrect: false }
    return readOption(answer, { text, isCorrect: fractionOf(answer) > 0, format, notes })
  })
}

function readOption(
  answer: XmlElement,
  given: { text: string; isCorrect: boolean; format: string; notes: Set<string> },
): DraftOption {
  const { text, isCorrect, format, notes } = given
  const feedback = readText(child(answer, 'feedback'), format, notes)
  return { text, isCorrect, ...(feedback.trim() !== '' && { feedback }) }
}

function acceptedAnswer(answer: XmlElement): string {
  const fraction = fractionOf(answer)
  const tolerance = child(answer, 'tolerance')?.text.trim() ?? ''
  return [
    rawText(answer).trim(),
    ...(tolerance === '' || Number(tolerance) === 0 ? [] : [`± ${tolerance}`]),
    ...(fraction === 100 ? [] : [`(${fraction} %)`]),
  ].join(' ')
}
