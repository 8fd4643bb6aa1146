import { existsSync, readFileSync } from 'node:fs'
import type { ChallengeDocument } from '@rehearse/contracts'
import { z } from 'zod'
import { jsonFiles, readEntries } from './read-content.ts'

/** A shipped challenge, and the code that its tests must accept or reject. */
export interface ContentChallenge extends ChallengeDocument {
  readonly id: string
  readonly mistakes: readonly Mistake[]
  readonly alternatives: readonly Alternative[]
  readonly equivalents: readonly Equivalent[]
}

interface ReadChallenges {
  readonly challenges: readonly ContentChallenge[]
  readonly problems: readonly string[]
}

/** @param folder of the content, with a trailing slash */
export function readChallenges(folder: URL): ReadChallenges {
  const challenges = readEntries<ChallengeDocument>(folder, 'challenges').map((challenge) => ({
    ...challenge,
    mistakes: readBeside(folder, 'mistakes', challenge.id, mistake),
    alternatives: readBeside(folder, 'alternatives', challenge.id, alternative),
    equivalents: readBeside(folder, 'equivalents', challenge.id, equivalent),
  }))
  const strays = ['mistakes', 'alternatives', 'equivalents'].flatMap((kind) =>
    jsonFiles(new URL(`challenges/${kind}/`, folder))
      .filter((name) => !challenges.some(({ id }) => name === `${id}.json`))
      .map((name) => `${kind}/${name}: there is no such challenge`),
  )
  return { challenges, problems: strays }
}

/** Learners never see what is beside the challenges: it isn't loaded. */
function readBeside<Schema extends z.ZodType>(
  folder: URL,
  kind: string,
  id: string,
  schema: Schema,
): z.infer<Schema>[] {
  const file = new URL(`challenges/${kind}/${id}.json`, folder)
  return existsSync(file) ? z.array(schema).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

export type ChallengeCode = ChallengeDocument['solution']

/** Several lines can be written as `{ "lines": […] }`, as in the other files. */
const text = z.union([
  z.string(),
  z.strictObject({ lines: z.array(z.string()) }).transform(({ lines }) => lines.join('\n')),
])

const change = z.strictObject({
  in: z.enum(['html', 'css', 'javascript']),
  /** Must occur exactly once. */
  replace: text,
  with: text,
})

type Change = z.infer<typeof change>

/** A typical incorrect solution: the solution with a piece or two replaced. */
const mistake = z.strictObject({ mistake: z.string().min(10), changes: z.array(change).min(1) })
export type Mistake = z.infer<typeof mistake>

/** A correct solution that is written differently. Languages that it leaves out are as in the solution. */
const alternative = z.strictObject({
  alternative: z.string().min(10),
  html: text.optional(),
  css: text.optional(),
  javascript: text.optional(),
})
export type Alternative = z.infer<typeof alternative>

/** Mutants of the solution that still do what the challenge asks for, and why. */
const equivalent = z.strictObject({ reason: z.string().min(10), mutants: z.array(change).min(1) })
export type Equivalent = z.infer<typeof equivalent>

/** @throws {Error} if the solution doesn't contain each piece exactly once */
export function withChanges(solution: ChallengeCode, changes: readonly Change[]): ChallengeCode {
  const code = { ...solution }
  for (const { in: language, replace, with: instead } of changes) {
    const pieces = code[language].split(replace)
    if (pieces.length !== 2) throw new Error(`its ${language} occurs ${pieces.length - 1} times: ${replace}`)
    code[language] = pieces.join(instead)
  }
  return code
}

export const withAlternative = (solution: ChallengeCode, other: Alternative): ChallengeCode => ({
  html: other.html ?? solution.html,
  css: other.css ?? solution.css,
  javascript: other.javascript ?? solution.javascript,
})
