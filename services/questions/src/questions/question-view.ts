import { DomainError, type PublicQuestion, type Question, type QuestionReply } from '@rehearse/contracts'
import type { Principal } from '@rehearse/service-kit'
import { correctOptionIds, type StoredQuestion, selectionOf, toVersion } from './question.ts'

/** How much of a question a user may see; only `answered` and `full` include the key. */
export type QuestionView = 'public' | 'answered' | 'full'

/**
 * Decides who may see the key: admins always, learners on request, visitors never. No other code decides this.
 * @throws {DomainError} 401 for a visitor who requests answers
 */
export function viewFor(principal: Principal | null, include?: 'answers'): QuestionView {
  if (seesEverything(principal)) return 'full'
  if (include === undefined) return 'public'
  if (principal !== null) return 'answered'
  throw new DomainError({
    kind: 'unauthenticated',
    code: 'authentication_required',
    message: 'Authentication required',
  })
}

/** Admins also see questions that are inactive or not approved. */
export const seesEverything = (principal: Principal | null): boolean =>
  principal?.role === 'admin' || principal?.role === 'super_admin'

export function render(question: StoredQuestion, view: QuestionView): QuestionReply {
  switch (view) {
    case 'public':
      return renderPublic(question)
    case 'answered':
      return { ...renderPublic(question), ...keyOf(question) }
    case 'full':
      return renderFull(question)
  }
}

export function renderFull(question: StoredQuestion): Question {
  const { createdBy, usageCount } = question
  return { ...renderPublic(question), ...keyOf(question), createdBy, usageCount }
}

/** Lists each field explicitly, so that a new field isn't sent until it is added here. */
export function renderPublic(question: StoredQuestion): PublicQuestion {
  const { category, learningPath, topic, sectionId } = toVersion(question)
  return {
    id: question.id,
    version: question.version,
    title: question.title,
    content: question.content,
    type: question.type,
    selection: selectionOf(question.options),
    difficulty: question.difficulty,
    options: question.options.map(({ id, text }) => ({ id, text })),
    category,
    subcategory: question.subcategory,
    learningPath,
    topic,
    sectionId,
    tags: question.tags,
    points: question.points,
    timeLimit: question.timeLimit,
    isActive: question.isActive,
    approved: question.approved,
    audioQuestion: question.audioQuestion,
    audioAnswer: question.audioAnswer,
    createdAt: question.createdAt.toISOString(),
    updatedAt: question.updatedAt.toISOString(),
  }
}

function keyOf({ options, explanation }: StoredQuestion) {
  return { options, correctAnswers: correctOptionIds(options), explanation }
}

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
