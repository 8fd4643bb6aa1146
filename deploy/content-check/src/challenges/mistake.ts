import type { ChallengeDocument } from '@rehearse/contracts'
import { z } from 'zod'

export type ChallengeCode = ChallengeDocument['solution']

/**
 * A wrong solution as learners typically write it: the solution, but for a piece or two. They lie in
 * `challenges/mistakes/<id>.json`, which is not loaded: nobody who solves a challenge gets to see them.
 */
export type Mistake = z.infer<typeof mistake>

/** Many lines may be written as `{ "lines": […] }`, as in the other files. */
const text = z.union([
  z.string(),
  z.strictObject({ lines: z.array(z.string()) }).transform(({ lines }) => lines.join('\n')),
])

const change = z.strictObject({
  in: z.enum(['html', 'css', 'javascript']),
  /** Must be there exactly once. */
  replace: text,
  with: text,
})

const mistake = z.strictObject({ mistake: z.string().min(10), changes: z.array(change).min(1) })

export const mistakesFile = z.array(mistake)

/** @throws {Error} where the solution has no such piece, or more than one */
export function withMistake(solution: ChallengeCode, { changes }: Mistake): ChallengeCode {
  const code = { ...solution }
  for (const { in: language, replace, with: instead } of changes) {
    const pieces = code[language].split(replace)
    if (pieces.length !== 2)
      throw new Error(`its ${language} is there ${pieces.length - 1} times: ${replace}`)
    code[language] = pieces.join(instead)
  }
  return code
}
