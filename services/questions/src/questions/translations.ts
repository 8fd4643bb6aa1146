import type { StoredQuestion } from './question.ts'
import { type QuestionView, render } from './question-view.ts'

/** Questions in other languages. */
export interface Translations {
  /** The question in this language, if there is one for it as it stands. */
  find(question: StoredQuestion, language: string | undefined): StoredQuestion | undefined
}

/** A question as it is shown in a language, or in its own where it has no translation. */
export function renderIn(
  translations: Translations,
  question: StoredQuestion,
  { view, language }: { view: QuestionView; language: string | undefined },
) {
  const translated = translations.find(question, language)
  return translated ? { ...render(translated, view), language } : render(question, view)
}
