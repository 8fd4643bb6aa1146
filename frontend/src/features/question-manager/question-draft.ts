import type { Question } from '@rehearse/contracts'
import { OPTIONS_MIN, QUESTION_POINTS, QUESTION_TIME_LIMIT } from '@rehearse/contracts/constants'
import { draftStore, isRecord } from '../../shared/admin/drafts.ts'
import { newId } from '../../shared/new-id.ts'
import type { ManagerMessages } from './messages.en.ts'

/** A question in its form: all fields are text, as typed. */
export interface QuestionDraft {
  title: string
  content: string
  selection: 'single' | 'multiple'
  difficulty: 'easy' | 'medium' | 'hard'
  options: DraftOption[]
  explanation: string
  category: string
  learningPath: string
  topic: string
  tags: string
  points: string
  timeLimit: string
  isActive: boolean
}

export interface DraftOption {
  /** The React key: an option keeps its row when others are removed. */
  key: string
  text: string
  isCorrect: boolean
  feedback: string
}

/** The request body: the type is always multiple-choice, as the specification requires. */
export interface QuestionBody {
  title: string
  content: string
  type?: 'multiple-choice'
  difficulty: QuestionDraft['difficulty']
  options?: { id: string; text: string; isCorrect: boolean; feedback?: string }[]
  explanation: string
  category: string
  learningPath?: string | null
  topic?: string | null
  tags: string[]
  points: number
  timeLimit: number
  isActive: boolean
}

export const emptyOption = (): DraftOption => ({ key: newId(), text: '', isCorrect: false, feedback: '' })

export const emptyDraft = (): QuestionDraft => ({
  title: '',
  content: '',
  selection: 'single',
  difficulty: 'easy',
  options: Array.from({ length: 4 }, emptyOption),
  explanation: '',
  category: '',
  learningPath: '',
  topic: '',
  tags: '',
  points: String(QUESTION_POINTS.formDefault),
  timeLimit: String(QUESTION_TIME_LIMIT.formDefault),
  isActive: true,
})

const shownDifficulty = { beginner: 'easy', intermediate: 'medium', advanced: 'hard' } as const

export const draftOf = (question: Question): QuestionDraft => ({
  title: question.title,
  content: question.content,
  selection: question.selection === 'many' ? 'multiple' : 'single',
  difficulty: shownDifficulty[question.difficulty],
  options: question.options.map((option) => ({
    key: newId(),
    text: option.text,
    isCorrect: option.isCorrect,
    feedback: option.feedback ?? '',
  })),
  explanation: question.explanation,
  category: question.category,
  learningPath: question.learningPath ?? '',
  topic: question.topic ?? '',
  tags: question.tags.join(', '),
  points: String(question.points),
  timeLimit: String(question.timeLimit),
  isActive: question.isActive,
})

/** Splits comma-separated tags, including Arabic commas. */
export const tagsOf = (text: string): string[] =>
  text
    .split(/[,،]/)
    .map((tag) => tag.trim())
    .filter(Boolean)

export const letterOf = (position: number) => String.fromCharCode(97 + position)

/** Options are validated and sent only for question types that have them. */
export const hasOptions = (question: Question | undefined) =>
  !question ||
  question.type === 'multiple-choice' ||
  question.type === 'true-false' ||
  question.options.length > 0

/** @param editing the original question, if it isn't a new one */
export function bodyOf(draft: QuestionDraft, editing: Question | undefined): QuestionBody {
  const filled = draft.options.filter((option) => option.text.trim() !== '')
  const none = editing ? null : undefined
  const learningPath = draft.learningPath || none
  const topic = draft.topic || none
  return {
    title: draft.title.trim(),
    content: draft.content,
    difficulty: draft.difficulty,
    ...(hasOptions(editing) && {
      type: 'multiple-choice' as const,
      options: filled.map((option, position) => ({
        id: letterOf(position),
        text: option.text,
        isCorrect: option.isCorrect,
        ...(option.feedback.trim() !== '' && { feedback: option.feedback }),
      })),
    }),
    explanation: draft.explanation,
    category: draft.category,
    ...(learningPath !== undefined && { learningPath }),
    ...(topic !== undefined && { topic }),
    tags: tagsOf(draft.tags),
    points: Number(draft.points),
    timeLimit: Number(draft.timeLimit),
    isActive: draft.isActive,
  }
}

const storedDifficulty = { easy: 'beginner', medium: 'intermediate', hard: 'advanced' } as const

/** The draft as a question, for the preview and the comparison, not for the server. */
export function draftQuestion(draft: QuestionDraft, over: Question | undefined): Question {
  const options = draft.options
    .filter((option) => option.text.trim() !== '')
    .map(({ text, isCorrect, feedback }, position) => ({
      id: letterOf(position),
      text,
      isCorrect,
      ...(feedback.trim() !== '' && { feedback }),
    }))
  return {
    ...(over ?? blank),
    title: draft.title.trim(),
    content: draft.content,
    selection: options.length === 0 ? null : draft.selection === 'multiple' ? 'many' : 'one',
    difficulty: storedDifficulty[draft.difficulty],
    options,
    correctAnswers: options.filter((option) => option.isCorrect).map((option) => option.id),
    explanation: draft.explanation,
    category: draft.category,
    learningPath: draft.learningPath || null,
    topic: draft.topic || null,
    tags: tagsOf(draft.tags),
    points: Number(draft.points),
    timeLimit: Number(draft.timeLimit),
    isActive: draft.isActive,
  }
}

const blank: Question = {
  id: 'draft',
  version: 1,
  title: '',
  content: '',
  type: 'multiple-choice',
  selection: 'one',
  difficulty: 'beginner',
  category: '',
  subcategory: null,
  learningPath: null,
  topic: null,
  sectionId: null,
  tags: [],
  points: 1,
  timeLimit: 30,
  isActive: true,
  approved: true,
  audioQuestion: null,
  audioAnswer: null,
  createdAt: '',
  updatedAt: '',
  options: [],
  correctAnswers: [],
  explanation: '',
  createdBy: null,
  usageCount: 0,
}

export type DraftErrors = Partial<
  Record<'title' | 'content' | 'explanation' | 'category' | 'points' | 'timeLimit' | 'options', string>
>

/** Field errors that prevent saving. */
export function checkDraft(
  draft: QuestionDraft,
  editing: Question | undefined,
  messages: ManagerMessages['form'],
): DraftErrors {
  const fieldErrors: DraftErrors = {}
  for (const name of ['title', 'content', 'explanation', 'category'] as const) {
    if (draft[name].trim() === '') fieldErrors[name] = messages.requiredError
  }
  if (!isWithin(draft.points, QUESTION_POINTS)) fieldErrors.points = messages.pointsError
  if (!isWithin(draft.timeLimit, QUESTION_TIME_LIMIT)) fieldErrors.timeLimit = messages.timeLimitError
  if (hasOptions(editing)) {
    const filled = draft.options.filter((option) => option.text.trim() !== '')
    if (filled.length < OPTIONS_MIN) fieldErrors.options = messages.optionsError
    else if (!filled.some((option) => option.isCorrect)) fieldErrors.options = messages.correctError
  }
  return fieldErrors
}

function isWithin(text: string, { min, max }: { min: number; max: number }): boolean {
  const number = Number(text)
  return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
}

const texts = [
  'title',
  'content',
  'selection',
  'difficulty',
  'explanation',
  'category',
  'learningPath',
  'topic',
  'tags',
  'points',
  'timeLimit',
] as const

const isQuestionDraft = (draft: unknown): draft is QuestionDraft =>
  isRecord(draft) &&
  texts.every((name) => typeof draft[name] === 'string') &&
  typeof draft.isActive === 'boolean' &&
  Array.isArray(draft.options) &&
  draft.options.every(
    (option) =>
      isRecord(option) &&
      [option.key, option.text, option.feedback].every((text) => typeof text === 'string') &&
      typeof option.isCorrect === 'boolean',
  )

/** Stored question drafts. */
export const questionDrafts = draftStore('question_drafts', isQuestionDraft)
