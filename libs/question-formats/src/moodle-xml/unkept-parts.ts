import { rawText } from './read-text.ts'
import { child, childrenOf, type XmlElement } from './scan-elements.ts'

/** What Moodle says after an answer unless the author says something else. */
const usual = new Set([
  '',
  'your answer is correct.',
  'your answer is partially correct.',
  'your answer is incorrect.',
])

/** Parts of a question that we have no place for, where an author has filled them in. */
export function unkeptParts(question: XmlElement): string[] {
  const said = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'].some((name) => {
    const text = rawText(child(question, name)).replace(/<[^<>]{0,200}>/g, '')
    return !usual.has(text.trim().toLowerCase())
  })
  const idNumber = child(question, 'idnumber')?.text.trim() ?? ''
  const template = rawText(child(question, 'responsetemplate')).trim()
  return [
    ...(said ? ['The combined feedback is not kept'] : []),
    ...(childrenOf(question, 'hint').some((hint) => rawText(hint).trim() !== '')
      ? ['Hints are not kept']
      : []),
    ...(idNumber === '' ? [] : [`The id number "${idNumber}" is not kept`]),
    ...(template === '' ? [] : ['The response template is not kept']),
    ...(child(question, 'shuffleanswers')
      ?.text.trim()
      .match(/^(?:0|false)$/)
      ? ['That the options keep their order is not kept']
      : []),
  ]
}
