import { z } from 'zod'

const basis = {
  /** How many of the learner's own times it is based on, at most 50. */
  own: z.int(),
  /** How many times of other learners it is based on. */
  others: z.int(),
}

/** How long a learner takes. Plans, what today asks for and the duration of courses use the same. */
export const pace = z
  .object({
    question: z.object({ /** Minutes, with its explanation. */ minutes: z.number(), ...basis }),
    card: z.object({ /** Minutes. */ minutes: z.number(), ...basis }),
    lesson: z.object({ wordsPerMinute: z.number(), ...basis }),
    challenge: z.object({
      /** Minutes by difficulty. */
      minutes: z.object({ easy: z.number(), medium: z.number(), hard: z.number() }),
      ...basis,
    }),
  })
  .meta({ id: 'Pace' })
export type Pace = z.infer<typeof pace>
