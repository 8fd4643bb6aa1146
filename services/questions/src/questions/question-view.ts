import {
  DomainError,
  mayEnter,
  type PublicQuestion,
  promptOf,
  type Question,
  type QuestionPrompt,
  type QuestionReply,
} from '@rehearse/contracts'
import type { Principal } from '@rehearse/service-kit'
import { editorialView } from '../edits/content-status.rules.ts'
import { correctOptionIds, isApproved, type StoredQuestion, selectionOf, toVersion } from './question.ts'
import type { FindReserved } from './reserved-questions.ts'

type Caller = Pick<Principal, 'id' | 'role'>

/** How much of a question a user may see; only `answered` and `full` include the key. */
export type QuestionView = 'public' | 'answered' | 'full'

/**
 * Decides who may see the key: those with an admin account always, learners on request, visitors never. No other code
 * decides this. Authors are shown only open questions and their own: see `visibility`.
 * @throws {DomainError} 401 for a visitor who requests answers
 */
export function viewFor(principal: Principal | null, include?: 'answers'): QuestionView {
  if (mayEnter(principal?.role ?? 'visitor', 'author')) return 'full'
  if (include === undefined) return 'public'
  if (principal !== null) return 'answered'
  throw new DomainError({
    kind: 'unauthenticated',
    code: 'authentication_required',
    message: 'Authentication required',
  })
}

/**
 * The view of each question for this user: without the key of those that are reserved for the learner's mock exams.
 */
export async function withoutReserved(
  view: QuestionView,
  principal: Principal | null,
  findReserved: FindReserved,
): Promise<(question: { id: string }) => QuestionView> {
  if (view !== 'answered') return () => view
  const reserved = await findReserved(principal)
  return ({ id }) => (reserved.has(id) ? 'public' : view)
}

/** Admins and reviewers also see questions that are inactive or not approved. */
export const seesEverything = (principal: Caller | null): boolean =>
  mayEnter(principal?.role ?? 'visitor', 'reviewer')

/** The questions that a user may see: all, or open ones and with `author` those that this author wrote. */
export interface Visibility {
  openOnly: boolean
  author?: string | undefined
}

export function visibility(principal: Caller | null): Visibility {
  const openOnly = !seesEverything(principal)
  const isAuthor = openOnly && mayEnter(principal?.role ?? 'visitor', 'author')
  return { openOnly, ...(isAuthor && { author: principal?.id }) }
}

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
  const { createdBy, usageCount, editorial } = question
  return {
    ...renderPublic(question),
    ...keyOf(question),
    createdBy,
    usageCount,
    ...editorialView(editorial),
  }
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
    prompt: promptOf(question),
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
    approved: isApproved(question),
    audioQuestion: question.audioQuestion,
    audioAnswer: question.audioAnswer,
    createdAt: question.createdAt.toISOString(),
    updatedAt: question.updatedAt.toISOString(),
  }
}

function keyOf({ options, answer, explanation }: StoredQuestion) {
  return { options, correctAnswers: correctOptionIds(options), answer, explanation }
}

/** Translations of questions. */
export interface Translations {
  /** The translated question, if there is a translation of its current text into this language. */
  find(question: StoredQuestion, language: string | undefined): StoredQuestion | undefined
}

/** Finds the translations of some questions into a language. */
export type FindTranslations = (
  questions: readonly StoredQuestion[],
  language: string | undefined,
) => Promise<Translations>

/** A question in the requested language, or as written if it has no translation. */
export function renderIn(
  translations: Translations,
  question: StoredQuestion,
  { view, language }: { view: QuestionView; language: string | undefined },
) {
  const translated = translations.find(question, language)
  if (!translated) return render(question, view)
  return { ...render(translated, view), language, prompt: translatedPrompt(question, translated) }
}

/** The original's prompt with translated texts: its ids come from the original's texts. */
function translatedPrompt(
  original: StoredQuestion,
  { answer }: Pick<StoredQuestion, 'answer'>,
): QuestionPrompt | null {
  const prompt = promptOf(original)
  if (prompt?.kind !== 'pairs' || original.answer?.kind !== 'pairs' || answer?.kind !== 'pairs') return prompt
  const rights = (given: typeof answer) => [...given.pairs.map(({ right }) => right), ...(given.extra ?? [])]
  const [before, after] = [rights(original.answer), rights(answer)]
  const lefts = new Map(answer.pairs.map(({ id, left }) => [id, left]))
  return {
    kind: 'pairs',
    left: prompt.left.map(({ id, text }) => ({ id, text: lefts.get(id) ?? text })),
    right: prompt.right.map(({ id, text }) => ({ id, text: after[before.indexOf(text)] ?? text })),
  }
}
