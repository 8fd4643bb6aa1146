import { z } from 'zod'
import { longText, shortText, tagList, timestamp } from '../common.ts'
import { OPTIONS_MAX, OPTIONS_MIN, TEXT_MAX } from '../constants.ts'
import { QUESTION_POINTS, QUESTION_TIME_LIMIT } from '../content-limits.ts'
import { isTyped, typedKinds } from '../typed-grading.ts'
import { LEVEL_BY_NAME } from './difficulty-words.ts'
import { type ContentStatus, contentStatus, type Difficulty, questionType } from './question.ts'
import { itemId, type QuestionAnswerInput, questionAnswerInput } from './typed-answer.ts'

/** Difficulty as input (easy, medium, hard too, in any case), converted to the stored value. */
export const difficultyInput = z
  .string()
  .max(50)
  .transform((name) => name.trim().toLowerCase())
  .pipe(z.enum(['beginner', 'easy', 'intermediate', 'medium', 'advanced', 'hard']))
  .transform((name): Difficulty => LEVEL_BY_NAME[name])

/** Types as input: `single` and `multiple` say how many options are correct and are stored as multiple-choice. */
export const questionTypeInput = z.enum(['single', 'multiple', ...questionType.options])
export type QuestionTypeInput = z.infer<typeof questionTypeInput>

/** Options as input: an id is optional and follows the position (a, b, c …). */
export const questionOptionInput = z.object({
  id: itemId.optional(),
  text: longText(TEXT_MAX.option).refine((text) => text.trim() !== '', 'must not be empty'),
  isCorrect: z.boolean().default(false),
  feedback: longText(TEXT_MAX.option).optional(),
})

/** Either may be missing: see `statusInInput`. */
const statusFields = {
  status: contentStatus.optional(),
  approved: z.boolean().optional(),
  publishAt: timestamp.optional(),
  expiresAt: timestamp.optional(),
}

const questionFields = {
  title: shortText(TEXT_MAX.questionTitle),
  content: longText(20_000).refine((text) => text.trim() !== '', 'must not be empty'),
  type: questionTypeInput.default('multiple-choice'),
  difficulty: difficultyInput.default('beginner'),
  options: z.array(questionOptionInput).max(OPTIONS_MAX).default([]),
  correctAnswers: z.array(z.string().max(32)).max(OPTIONS_MAX).optional(),
  answer: questionAnswerInput.nullish(),
  category: shortText(100),
  subcategory: shortText(100).optional(),
  learningPath: shortText(100).optional(),
  topic: shortText(100).optional(),
  sectionId: shortText(100).optional(),
  tags: tagList.default([]),
  points: z.int().min(QUESTION_POINTS.min).max(QUESTION_POINTS.max),
  timeLimit: z.int().min(QUESTION_TIME_LIMIT.min).max(QUESTION_TIME_LIMIT.max),
  isActive: z.boolean().default(true),
  ...statusFields,
}

/** The body of a single create. Bulk rows differ: no explanation needed and other defaults. */
export const questionInput = z.object({
  ...questionFields,
  explanation: longText(20_000).refine((text) => text.trim() !== '', 'must not be empty'),
  points: questionFields.points.default(QUESTION_POINTS.formDefault),
  timeLimit: questionFields.timeLimit.default(QUESTION_TIME_LIMIT.formDefault),
})
export type QuestionInput = z.infer<typeof questionInput>

/** One row of a bulk import, after parsing. Category, topic and path are names or ids; unknown ones are created. */
export const questionRow = z.object({
  ...questionFields,
  explanation: longText(20_000).default(''),
  category: questionFields.category.default('General'),
  points: questionFields.points.default(QUESTION_POINTS.bulkDefault),
  timeLimit: questionFields.timeLimit.default(QUESTION_TIME_LIMIT.bulkDefault),
})
export type QuestionRow = z.infer<typeof questionRow>
export type QuestionRowInput = z.input<typeof questionRow>

/** Partial update: missing fields stay. Defaults are dropped, or an update of the title would reset the rest. */
export const questionPatch = z
  .object({
    title: questionFields.title,
    content: questionFields.content,
    type: questionTypeInput,
    difficulty: difficultyInput,
    options: z.array(questionOptionInput).max(OPTIONS_MAX),
    correctAnswers: z.array(z.string().max(32)).max(OPTIONS_MAX),
    answer: questionAnswerInput.nullable(),
    explanation: questionInput.shape.explanation,
    category: questionFields.category,
    subcategory: shortText(100).nullable(),
    learningPath: shortText(100).nullable(),
    topic: shortText(100).nullable(),
    sectionId: shortText(100).nullable(),
    tags: tagList,
    points: questionFields.points,
    timeLimit: questionFields.timeLimit,
    isActive: z.boolean(),
    status: contentStatus,
    approved: z.boolean(),
  })
  .partial()
export type QuestionPatch = z.infer<typeof questionPatch>

/**
 * The status that input asks for, in either form; undefined if it has neither. `approved: false` only states that the
 * question isn't public, so it agrees with every other status.
 */
export function statusInInput(input: {
  status?: ContentStatus | undefined
  approved?: boolean | undefined
}): ContentStatus | undefined {
  if (input.status !== undefined) return input.status
  return input.approved === undefined ? undefined : input.approved ? 'approved' : 'draft'
}

/** Field errors of a question's status; empty if it is consistent. */
export function statusErrors(input: {
  status?: ContentStatus | undefined
  approved?: boolean | undefined
  publishAt?: string | undefined
}): { path: string; message: string }[] {
  const { status, approved } = input
  if (status !== undefined && approved !== undefined && approved !== (status === 'approved')) {
    return [{ path: 'approved', message: `contradicts the status ${status}` }]
  }
  return status === 'scheduled' && input.publishAt === undefined
    ? [{ path: 'publishAt', message: 'is required for a scheduled question' }]
    : []
}

interface FieldError {
  path: string
  message: string
}

/** Field errors of a question's key; empty if it fits its type. */
export function answerErrors({
  type,
  answer,
}: {
  type: QuestionTypeInput
  answer?: QuestionAnswerInput | null | undefined
}): FieldError[] {
  const problem = (message: string) => [{ path: 'answer', message }]
  if (!isTyped(type)) {
    return answer == null
      ? []
      : problem(`A ${type} question has options or an explanation instead of an answer`)
  }
  if (answer == null) return problem('An answer is needed')
  if (answer.kind !== typedKinds[type])
    return problem(`A ${type} question needs an answer of kind ${typedKinds[type]}`)
  if (answer.kind !== 'pairs') return []
  const repeated = (values: readonly (string | undefined)[]) => {
    const given = values.filter((value) => value !== undefined)
    return new Set(given).size < given.length
  }
  const rights = new Set(answer.pairs.map(({ right }) => right))
  const extra = answer.extra ?? []
  if (repeated(answer.pairs.map(({ id }) => id))) return problem('Each pair needs an id of its own')
  if (repeated(answer.pairs.map(({ left }) => left))) return problem('Two pairs have the same left side')
  if (repeated(extra) || extra.some((text) => rights.has(text))) {
    return problem('An extra choice is the same as another choice')
  }
  return rights.size + extra.length < 2 ? problem('There must be at least two different choices') : []
}

/** Field errors of a question's options; empty if they are valid. */
export function optionErrors(input: {
  type: QuestionTypeInput
  options: readonly { isCorrect: boolean; text: string }[]
}): FieldError[] {
  if (isTyped(input.type)) {
    return input.options.length === 0
      ? []
      : [{ path: 'options', message: `A ${input.type} question has no options` }]
  }
  if (input.type === 'open-ended' || (input.type === 'code' && input.options.length === 0)) return []
  const right = input.options.filter((option) => option.isCorrect).length
  const problems: FieldError[] = []
  if (input.options.length < OPTIONS_MIN) {
    problems.push({ path: 'options', message: `Must have at least ${OPTIONS_MIN} options` })
  }
  if (right === 0) problems.push({ path: 'options', message: 'Must have at least one correct answer' })
  if (right > 1 && (input.type === 'single' || input.type === 'true-false')) {
    problems.push({ path: 'options', message: 'A single-choice question has exactly one correct answer' })
  }
  return problems
}
