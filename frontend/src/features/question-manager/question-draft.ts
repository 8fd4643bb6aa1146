import type { Question, QuestionAnswerInput, QuestionType } from '@rehearse/contracts'
import { OPTIONS_MIN } from '@rehearse/contracts/constants'
import { QUESTION_POINTS, QUESTION_TIME_LIMIT } from '@rehearse/contracts/content-limits'
import { isBlank } from '@rehearse/contracts/fold-text'
import { findUnclearChoice } from '@rehearse/contracts/questions/choice-errors'
import { LEVEL_WORD, STORED_LEVEL } from '@rehearse/contracts/questions/difficulty-words'
import { TYPED_ANSWER } from '@rehearse/contracts/questions/typed-limits'
import { isTyped, promptOf } from '@rehearse/contracts/typed-grading'
import { draftStore, isRecord } from '../../shared/admin/drafts.ts'
import { newId } from '../../shared/new-id.ts'
import { joinChecklist, splitChecklist } from '../../shared/ui/markdown/checklist.ts'
import type { ManagerMessages } from './messages.en.ts'

/** A question in its form: all fields are text, as typed. */
export interface QuestionDraft {
  title: string
  content: string
  type: DraftType
  difficulty: 'easy' | 'medium' | 'hard'
  options: DraftOption[]
  /** The key of a matching question. */
  pairs: DraftPair[]
  /** Choices that belong to no pair, one per line. */
  extra: string
  /** The accepted answers of a short-answer question, one per line. */
  accepted: string
  caseSensitive: boolean
  exactSpace: boolean
  /** The key of a numeric question. */
  value: string
  tolerance: string
  unit: string
  explanation: string
  /** What a good answer to an open-ended question covers: stored as a list at the end of the explanation. */
  checklist: DraftPoint[]
  category: string
  learningPath: string
  topic: string
  tags: string
  points: string
  timeLimit: string
  isActive: boolean
}

/** Single and multiple choice are stored as multiple-choice. */
export type DraftType = 'single' | 'multiple' | Exclude<QuestionType, 'multiple-choice'>

export interface DraftOption {
  /** The React key: an option keeps its row when others are removed. */
  key: string
  /** The stored id; a new option has none yet. */
  id?: string | undefined
  text: string
  isCorrect: boolean
  feedback: string
}

export interface DraftPair {
  key: string
  /** The stored id; a new pair has none yet. */
  id?: string | undefined
  left: string
  right: string
}

export interface DraftPoint {
  key: string
  text: string
  /** The question about the point in mock interviews. Drafts of earlier versions of the app have none. */
  followUp?: string
}

/** The request body: only the edited fields of an existing question. */
export interface QuestionBody {
  title: string
  content: string
  type: QuestionType
  difficulty: QuestionDraft['difficulty']
  options: { id: string; text: string; isCorrect: boolean; feedback?: string }[]
  answer: QuestionAnswerInput | null
  explanation: string
  category: string
  learningPath?: string | null
  topic?: string | null
  tags: string[]
  points: number
  timeLimit: number
  isActive: boolean
}

export const emptyOption = (text = ''): DraftOption => ({
  key: newId(),
  text,
  isCorrect: false,
  feedback: '',
})
export const pair = (): DraftPair => ({ key: newId(), left: '', right: '' })
export const point = (text = '', followUp = ''): DraftPoint => ({ key: newId(), text, followUp })

const emptyAnswer = () => ({
  pairs: Array.from({ length: 3 }, pair),
  extra: '',
  accepted: '',
  caseSensitive: false,
  exactSpace: false,
  value: '',
  tolerance: '0',
  unit: '',
})

export const emptyDraft = (): QuestionDraft => ({
  title: '',
  content: '',
  type: 'single',
  difficulty: 'easy',
  options: Array.from({ length: 4 }, () => emptyOption()),
  ...emptyAnswer(),
  explanation: '',
  checklist: [],
  category: '',
  learningPath: '',
  topic: '',
  tags: '',
  points: String(QUESTION_POINTS.formDefault),
  timeLimit: String(QUESTION_TIME_LIMIT.formDefault),
  isActive: true,
})

export const draftOf = (question: Question): QuestionDraft => ({
  ...explanationOf(question),
  ...answerOf(question),
  title: question.title,
  content: question.content,
  type:
    question.type !== 'multiple-choice'
      ? question.type
      : question.selection === 'many'
        ? 'multiple'
        : 'single',
  difficulty: LEVEL_WORD[question.difficulty],
  options: question.options.map((option) => ({
    key: newId(),
    id: option.id,
    text: option.text,
    isCorrect: option.isCorrect,
    feedback: option.feedback ?? '',
  })),
  category: question.category,
  learningPath: question.learningPath ?? '',
  topic: question.topic ?? '',
  tags: question.tags.join(', '),
  points: String(question.points),
  timeLimit: String(question.timeLimit),
  isActive: question.isActive,
})

function answerOf({ answer }: Question): ReturnType<typeof emptyAnswer> {
  const empty = emptyAnswer()
  switch (answer?.kind) {
    case 'pairs': {
      const pairs = answer.pairs.map(({ id, left, right }) => ({ key: newId(), id, left, right }))
      return { ...empty, pairs, extra: (answer.extra ?? []).join('\n') }
    }
    case 'text': {
      const { accepted, caseSensitive, whitespace } = answer
      return { ...empty, accepted: accepted.join('\n'), caseSensitive, exactSpace: whitespace === 'exact' }
    }
    case 'number': {
      const { value, tolerance, unit = '' } = answer
      return { ...empty, value: String(value), tolerance: String(tolerance), unit }
    }
    default:
      return empty
  }
}

/** The checklist gets fields of its own only if the same text results when it isn't edited. */
function explanationOf({ explanation, options }: Question): Pick<QuestionDraft, 'explanation' | 'checklist'> {
  const { answer, points } = splitChecklist(explanation)
  if (options.length > 0 || points.length === 0 || joinChecklist({ answer, points }) !== explanation) {
    return { explanation, checklist: [] }
  }
  return { explanation: answer, checklist: points.map(({ text, followUp }) => point(text, followUp)) }
}

/** Splits comma-separated tags, including Arabic commas. A known tag may contain commas itself. */
export function tagsOf(text: string, known: readonly string[] = []): string[] {
  const withCommas = known.filter((tag) => /[,،]/.test(tag) && text.includes(tag))
  const rest = withCommas.reduce((left, tag) => left.replace(tag, ''), text)
  const tags = rest.split(/[,،]/).map((tag) => tag.trim())
  return [...withCommas, ...tags.filter(Boolean)]
}

export const letterOf = (position: number) => String.fromCharCode(97 + position)

/** Types whose questions may have options; code questions may also have none. */
export const mayHaveOptions = (type: DraftType) => type !== 'open-ended' && !isTyped(type)

/** Whether the learner grades the answer, by the model answer and the checklist. */
export const isSelfGraded = ({ type, options }: QuestionDraft) =>
  type === 'open-ended' || (type === 'code' && filledOf(options).length === 0)

/** The body that creates a question. */
export const bodyOf = (draft: QuestionDraft): QuestionBody => wholeBody(draft, undefined)

/** The fields that an edit of a stored question changes: all others stay as they are. */
export function changesOf(draft: QuestionDraft, editing: Question): Partial<QuestionBody> {
  const stored = wholeBody(draftOf(editing), editing)
  return Object.fromEntries(
    Object.entries(wholeBody(draft, editing)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field as keyof QuestionBody]),
    ),
  )
}

function wholeBody(draft: QuestionDraft, editing: Question | undefined): QuestionBody {
  const none = editing ? null : undefined
  const learningPath = draft.learningPath || none
  const topic = draft.topic || none
  return {
    title: draft.title.trim(),
    content: draft.content,
    type: storedType(draft.type),
    difficulty: draft.difficulty,
    options: mayHaveOptions(draft.type) ? storedOptions(draft.options) : [],
    answer: storedAnswer(draft),
    explanation: storedExplanation(draft),
    category: draft.category,
    ...(learningPath !== undefined && { learningPath }),
    ...(topic !== undefined && { topic }),
    tags: tagsOf(draft.tags, editing?.tags),
    points: Number(draft.points),
    timeLimit: Number(draft.timeLimit),
    isActive: draft.isActive,
  }
}

const storedType = (type: DraftType): QuestionType =>
  type === 'single' || type === 'multiple' ? 'multiple-choice' : type

const filledOf = (options: readonly DraftOption[]) => options.filter(({ text }) => text.trim() !== '')

/** A stored option keeps its id, which answers and statistics refer to; a new one gets the first free letter. */
function storedOptions(options: readonly DraftOption[]): QuestionBody['options'] {
  const filled = filledOf(options)
  const free = freeIds(filled)
  return filled.map(({ id = free.shift() ?? newId().slice(0, 8), text, isCorrect, feedback }) => ({
    id,
    text,
    isCorrect,
    ...(feedback.trim() !== '' && { feedback }),
  }))
}

/** The key of a question without options; null for other types. */
function storedAnswer(draft: QuestionDraft): QuestionAnswerInput | null {
  switch (draft.type) {
    case 'matching': {
      const pairs = filledPairs(draft)
      const free = freeIds(pairs)
      const withIds = pairs.map(({ id = free.shift(), left, right }) => ({ id, left, right: right.trim() }))
      const extra = linesOf(draft.extra).map((text) => text.trim())
      return { kind: 'pairs', pairs: withIds, ...(extra.length > 0 && { extra }) }
    }
    case 'short-answer': {
      const accepted = draft.exactSpace
        ? linesOf(draft.accepted)
        : linesOf(draft.accepted).map((text) => text.trim())
      const whitespace = draft.exactSpace ? 'exact' : 'fold'
      return { kind: 'text', accepted, caseSensitive: draft.caseSensitive, whitespace }
    }
    case 'numeric': {
      const unit = draft.unit.trim()
      const [value, tolerance] = [Number(draft.value), Number(draft.tolerance)]
      return { kind: 'number', value, tolerance, ...(unit !== '' && { unit }) }
    }
    default:
      return null
  }
}

const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '')
const filledPairs = ({ pairs }: QuestionDraft) =>
  pairs.filter(({ left, right }) => left.trim() !== '' || right.trim() !== '')

/** a, b, c …, without those in use. */
const freeIds = (items: readonly { id?: string | undefined }[]) =>
  Array.from({ length: 26 }, (_, position) => letterOf(position)).filter(
    (letter) => !items.some(({ id }) => id === letter),
  )

function storedExplanation(draft: QuestionDraft): string {
  const points = draft.checklist
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, followUp = '' }) => ({ text, followUp: followUp.trim() }))
  return isSelfGraded(draft) ? joinChecklist({ answer: draft.explanation, points }) : draft.explanation
}

/** The draft as a question, for the preview and the comparison, not for the server. */
export function draftQuestion(draft: QuestionDraft, over: Question | undefined): Question {
  const options = mayHaveOptions(draft.type) ? storedOptions(draft.options) : []
  const answer = previewAnswer(draft)
  const { id, version } = over ?? blank
  return {
    ...(over ?? blank),
    answer,
    prompt: promptOf({ id, version, answer }),
    title: draft.title.trim(),
    content: draft.content,
    type: storedType(draft.type),
    selection: options.length === 0 ? null : draft.type === 'multiple' ? 'many' : 'one',
    difficulty: STORED_LEVEL[draft.difficulty],
    options,
    correctAnswers: options.filter((option) => option.isCorrect).map((option) => option.id),
    explanation: storedExplanation(draft),
    category: draft.category,
    learningPath: draft.learningPath || null,
    topic: draft.topic || null,
    tags: tagsOf(draft.tags),
    points: Number(draft.points),
    timeLimit: Number(draft.timeLimit),
    isActive: draft.isActive,
  }
}

/** The key as far as it is complete, with the defaults of the server. */
function previewAnswer(draft: QuestionDraft): NonNullable<Question['answer']> | null {
  const answer = storedAnswer(draft)
  switch (answer?.kind) {
    case 'pairs': {
      const pairs = answer.pairs.map((one, at) => ({ ...one, id: one.id ?? String(at) }))
      return { ...answer, pairs: pairs.filter(({ left, right }) => left.trim() !== '' && right !== '') }
    }
    case 'text':
      return {
        ...answer,
        caseSensitive: draft.caseSensitive,
        whitespace: draft.exactSpace ? 'exact' : 'fold',
      }
    case 'number':
      return { ...answer, tolerance: Number(draft.tolerance) }
    default:
      return null
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
  status: 'draft',
  statusChangedBy: null,
  statusChangedAt: null,
  statusComment: null,
  reviewer: null,
  publishAt: null,
  expiresAt: null,
}

export type DraftErrors = Partial<
  Record<
    'title' | 'content' | 'explanation' | 'category' | 'points' | 'timeLimit' | 'options' | 'answer',
    string
  >
>

/** Field errors that prevent saving. */
export function checkDraft(draft: QuestionDraft, messages: ManagerMessages['form']): DraftErrors {
  const fieldErrors: DraftErrors = {}
  for (const name of ['title', 'content', 'explanation', 'category'] as const) {
    if (draft[name].trim() === '') fieldErrors[name] = messages.requiredError
  }
  if (!isWithin(draft.points, QUESTION_POINTS)) fieldErrors.points = messages.pointsError
  if (!isWithin(draft.timeLimit, QUESTION_TIME_LIMIT)) fieldErrors.timeLimit = messages.timeLimitError
  const answerError = checkAnswer(draft, messages)
  if (answerError !== undefined) fieldErrors.answer = answerError
  const optionsError = mayHaveOptions(draft.type) && !isSelfGraded(draft) && checkOptions(draft, messages)
  if (optionsError) fieldErrors.options = optionsError
  return fieldErrors
}

function checkOptions({ options }: QuestionDraft, messages: ManagerMessages['form']): string | undefined {
  const filled = filledOf(options)
  if (filled.length < OPTIONS_MIN) return messages.optionsError
  if (!filled.some((option) => option.isCorrect)) return messages.correctError
  const unclear = findUnclearChoice(options.map(({ text }) => (text.trim() === '' ? undefined : text)))
  if (unclear === undefined) return undefined
  if ('empty' in unclear) return messages.optionEmptyError(letterOf(unclear.empty))
  return messages.sameOptionsError(letterOf(unclear.same[0]), letterOf(unclear.same[1]))
}

function checkAnswer(draft: QuestionDraft, messages: ManagerMessages['form']): string | undefined {
  switch (draft.type) {
    case 'matching': {
      const pairs = filledPairs(draft)
      const [lefts, rights] = [pairs.map(({ left }) => left), pairs.map(({ right }) => right.trim())]
      const extra = linesOf(draft.extra).map((text) => text.trim())
      if ([...lefts, ...rights, ...extra].some(isBlank)) return messages.pairEmptyError
      if (pairs.length < TYPED_ANSWER.pairs.min) return messages.pairsError
      if (findUnclearChoice(lefts)) return messages.pairTwiceError
      const choices = [...new Set(rights)]
      if (findUnclearChoice(choices)) return messages.rightTwiceError
      if (findUnclearChoice([...choices, ...extra])) return messages.extraTwiceError
      if (extra.length > TYPED_ANSWER.extra || extra.some((text) => text.length > TYPED_ANSWER.text)) {
        return messages.extraError
      }
      return new Set([...rights, ...extra]).size < 2 ? messages.choicesError : undefined
    }
    case 'short-answer': {
      const accepted = linesOf(draft.accepted)
      const isValid =
        accepted.length > 0 &&
        !accepted.some(isBlank) &&
        accepted.length <= TYPED_ANSWER.accepted &&
        accepted.every((text) => text.length <= TYPED_ANSWER.text)
      return isValid ? undefined : messages.acceptedError
    }
    case 'numeric': {
      const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))
      if (!isNumber(draft.value)) return messages.valueError
      return isNumber(draft.tolerance) && Number(draft.tolerance) >= 0 ? undefined : messages.toleranceError
    }
    default:
      return undefined
  }
}

function isWithin(text: string, { min, max }: { min: number; max: number }): boolean {
  const number = Number(text)
  return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
}

const texts = [
  'title',
  'content',
  'difficulty',
  'explanation',
  'category',
  'learningPath',
  'topic',
  'tags',
  'points',
  'timeLimit',
] as const

const newTexts = ['type', 'extra', 'accepted', 'value', 'tolerance', 'unit'] as const

const isQuestionDraft = (draft: unknown): draft is QuestionDraft =>
  isRecord(draft) &&
  texts.every((name) => typeof draft[name] === 'string') &&
  typeof draft.isActive === 'boolean' &&
  // Drafts of earlier versions of the app have none of these.
  newTexts.every((name) => ['string', 'undefined'].includes(typeof draft[name])) &&
  ['caseSensitive', 'exactSpace'].every((name) => ['boolean', 'undefined'].includes(typeof draft[name])) &&
  (draft.pairs === undefined || isList(draft.pairs, ['key', 'left', 'right'])) &&
  (draft.checklist === undefined || isList(draft.checklist, ['key', 'text'])) &&
  isList(draft.options, ['key', 'text', 'feedback']) &&
  draft.options.every(({ isCorrect }) => typeof isCorrect === 'boolean')

const isList = (value: unknown, texts: readonly string[]): value is Record<string, unknown>[] =>
  Array.isArray(value) &&
  value.every((one) => isRecord(one) && texts.every((name) => typeof one[name] === 'string'))

/** Stored question drafts. */
export const questionDrafts = draftStore('question_drafts', isQuestionDraft)
