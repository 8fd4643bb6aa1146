import type { StoredQuestion } from './question.ts'
import { type QuestionView, render } from './question-view.ts'

/** Translations of questions. */
export interface Translations {
  /** The translated question, if there is a translation of its current text into this language. */
  find(question: StoredQuestion, language: string | undefined): StoredQuestion | undefined
}

/** A question in the requested language, or as written if it has no translation. */
export function renderIn(
  translations: Translations,
  question: StoredQuestion,
  { view, language }: { view: QuestionView; language: string | undefined },
) {
  const translated = translations.find(question, language)
  return translated ? { ...render(translated, view), language } : render(question, view)
}
