import { z } from 'zod'
import { longText, shortText } from '../common.ts'
import { TYPED_ANSWER } from './typed-limits.ts'

/** The id of an option or of one side of a pair. */
export const itemId = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/)

const notBlank = 'must not be empty'
export const leftText = longText(TYPED_ANSWER.left).refine((text) => text.trim() !== '', notBlank)
/** Shown in a native select: one line of plain text. */
export const rightText = shortText(TYPED_ANSWER.text)
/** One line, with its spaces: they may matter. */
const acceptedText = longText(TYPED_ANSWER.text)
  .refine((text) => text.trim() !== '', notBlank)
  .refine((text) => !/[\r\n]/.test(text), 'must be one line')
const finite = z.number()

const pairs = <Id extends z.ZodType>(id: Id) =>
  z.object({
    kind: z.literal('pairs'),
    pairs: z
      .array(z.object({ id, left: leftText, right: rightText }))
      .min(TYPED_ANSWER.pairs.min)
      .max(TYPED_ANSWER.pairs.max),
    /** Choices that belong to no left side. */
    extra: z.array(rightText).max(TYPED_ANSWER.extra).optional(),
  })
const text = z.object({
  kind: z.literal('text'),
  /** Any of them is correct, in any language; the first is shown as the solution. */
  accepted: z.array(acceptedText).min(1).max(TYPED_ANSWER.accepted),
  caseSensitive: z.boolean().default(false),
  /** `fold`: white space at the ends doesn't count, and a run of it counts as one space. */
  whitespace: z.enum(['fold', 'exact']).default('fold'),
})
const number = z.object({
  kind: z.literal('number'),
  value: finite,
  /** The greatest accepted distance from `value`. */
  tolerance: finite.min(0).default(0),
  unit: shortText(TYPED_ANSWER.unit).optional(),
})

/** The key of a matching, short-answer or numeric question. */
export const questionAnswer = z
  .discriminatedUnion('kind', [pairs(z.string()), text, number])
  .meta({ id: 'QuestionAnswer' })
export type QuestionAnswer = z.infer<typeof questionAnswer>

/** The key as input: ids of pairs are optional and follow the position (a, b, c …). */
export const questionAnswerInput = z.discriminatedUnion('kind', [pairs(itemId.optional()), text, number])
export type QuestionAnswerInput = z.input<typeof questionAnswerInput>

const item = z.object({ id: z.string(), text: z.string() })

/** What a learner needs to answer such a question; nothing in it depends on which sides belong together. */
export const questionPrompt = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('pairs'), left: z.array(item), right: z.array(item) }),
    z.object({ kind: z.literal('text') }),
    z.object({ kind: z.literal('number'), unit: z.string().optional() }),
  ])
  .meta({ id: 'QuestionPrompt' })
export type QuestionPrompt = z.infer<typeof questionPrompt>

const chosenPairs = z.array(z.object({ left: z.string().max(32), right: z.string().max(32) }))

/** A learner's answer to such a question. */
export const questionResponse = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('pairs'), pairs: chosenPairs.min(1).max(TYPED_ANSWER.pairs.max) }),
    z.object({ kind: z.literal('text'), text: longText(TYPED_ANSWER.text).min(1) }),
    z.object({ kind: z.literal('number'), value: finite }),
  ])
  .meta({ id: 'QuestionResponse' })
export type QuestionResponse = z.infer<typeof questionResponse>

/** The solution, shown with the graded answer. */
export const correctResponse = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('pairs'), pairs: chosenPairs }),
    z.object({ kind: z.literal('text'), text: z.string(), accepted: z.array(z.string()) }),
    number,
  ])
  .meta({ id: 'CorrectResponse' })
export type CorrectResponse = z.infer<typeof correctResponse>
