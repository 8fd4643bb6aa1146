import type { MoodleQuestion } from './read-question.ts'
import { rawText } from './read-text.ts'
import { child, scanElements } from './scan-elements.ts'

export const OPEN = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
export const CLOSE = '</quiz>\n'

/** All questions of a document, each with its category, which Moodle writes as a question before them. */
export function* readElements(source: string): Generator<undefined, MoodleQuestion[], void> {
  const questions: MoodleQuestion[] = []
  let category: string | undefined
  for (const element of yield* scanElements(source)) {
    if (element.name !== 'question') continue
    if (element.attributes.type === 'category') category = rawText(child(element, 'category'))
    else questions.push({ element, category })
  }
  return questions
}
