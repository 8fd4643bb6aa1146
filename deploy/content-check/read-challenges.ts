import { existsSync, readFileSync } from 'node:fs'
import type { ChallengeDocument, ChallengeText } from '@rehearse/contracts'
import { z } from 'zod'
import { filesBelow, jsonFiles, readEntries } from './read-content.ts'

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
    ...(existsSync(new URL(`challenges/${challenge.id}/`, folder))
      ? readFolder(folder, challenge)
      : {
          mistakes: readBeside(folder, 'mistakes', challenge.id, mistake(languages, 10)),
          alternatives: readBeside(folder, 'alternatives', challenge.id, alternative),
          equivalents: readBeside(folder, 'equivalents', challenge.id, equivalent(languages)),
        }),
  }))
  const strays = ['mistakes', 'alternatives', 'equivalents', 'requirements'].flatMap((kind) =>
    jsonFiles(new URL(`challenges/${kind}/`, folder))
      .filter((name) => !challenges.some(({ id }) => name === `${id}.json`))
      .map((name) => `${kind}/${name}: there is no such challenge`),
  )
  return { challenges, problems: strays }
}

/**
 * The mistakes and equivalents in a challenge's own folder, and alternatives: correct solutions that learners don't see.
 */
function readFolder(folder: URL, { id, files, solutionFiles }: ChallengeDocument & { id: string }) {
  const own = new URL(`challenges/${id}/`, folder)
  const path = z.enum(files.map((file) => file.path))
  const texts = Object.fromEntries([...files, ...solutionFiles].map((file) => [file.path, file.text]))
  const alternatives = Map.groupBy(filesBelow(new URL('alternatives/', own)), (at) => at.split('/')[0] ?? '')
  return {
    mistakes: readList(new URL('mistakes.json', own), mistake(path, 1)).map(
      ({ mistake, changes }): Mistake => {
        const changed = withChanges(texts, changes)
        const paths = [...new Set(changes.map((change) => change.in))]
        return { mistake, changes: [], files: paths.map((at) => ({ path: at, text: changed[at] ?? '' })) }
      },
    ),
    alternatives: [...alternatives].map(([name, paths]) => ({
      alternative: name,
      files: paths.map((at) => ({
        path: path.parse(at.slice(name.length + 1)),
        text: readFileSync(new URL(`alternatives/${at}`, own), 'utf8'),
      })),
    })),
    equivalents: readList(new URL('equivalents.json', own), equivalent(path)),
  }
}

/** Learners never see what is beside the challenges: it isn't loaded. */
const readBeside = <Schema extends z.ZodType>(
  folder: URL,
  kind: string,
  id: string,
  schema: Schema,
): z.infer<Schema>[] => readList(new URL(`challenges/${kind}/${id}.json`, folder), schema)

function readList<Schema extends z.ZodType>(file: URL, schema: Schema): z.infer<Schema>[] {
  return existsSync(file) ? z.array(schema).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

export type ChallengeCode = ChallengeDocument['solution']

/** Several lines can be written as `{ "lines": […] }`, as in the other files. */
const text = z.union([
  z.string(),
  z.strictObject({ lines: z.array(z.string()) }).transform(({ lines }) => lines.join('\n')),
])

const languages = z.enum(['html', 'css', 'javascript'])

const change = <Where extends z.ZodType<string>>(where: Where) =>
  z.strictObject({
    in: where,
    /** Must occur exactly once. */
    replace: text,
    with: text,
  })

/** A piece of a language's code, or of a file, with its replacement. */
interface Change {
  readonly in: string
  readonly replace: string
  readonly with: string
}

/** A typical incorrect solution: the solution with a piece or two replaced. @param shortest characters of its description */
const mistake = <Where extends z.ZodType<string>>(where: Where, shortest: number) =>
  z.strictObject({ mistake: z.string().min(shortest), changes: z.array(change(where)).min(1) })
export interface Mistake {
  readonly mistake: string
  readonly changes: readonly Change[]
  /** Of challenges with files: the solution's files that are wrong. */
  readonly files?: readonly ChallengeText[]
}

/** A correct solution that is written differently. Languages that it leaves out are as in the solution. */
const alternative = z.strictObject({
  alternative: z.string().min(10),
  html: text.optional(),
  css: text.optional(),
  javascript: text.optional(),
})
export type Alternative = z.infer<typeof alternative> & {
  /** Of challenges with files: the solution's files that differ. */
  readonly files?: readonly ChallengeText[]
}

/** Mutants of the solution that still do what the challenge asks for, and why. */
const equivalent = <Where extends z.ZodType<string>>(where: Where) =>
  z.strictObject({ reason: z.string().min(10), mutants: z.array(change(where)).min(1) })
export interface Equivalent {
  readonly reason: string
  readonly mutants: readonly Change[]
}

/**
 * @param solution texts by language, or by path
 * @throws {Error} if the solution doesn't contain each piece exactly once
 */
export function withChanges<Code extends Readonly<Record<string, string>>>(
  solution: Code,
  changes: readonly Change[],
): Code {
  const code: Record<string, string> = { ...solution }
  for (const { in: where, replace, with: instead } of changes) {
    const pieces = code[where]?.split(replace) ?? []
    if (pieces.length !== 2) throw new Error(`its ${where} occurs ${pieces.length - 1} times: ${replace}`)
    code[where] = pieces.join(instead)
  }
  return code as Code
}

export const withAlternative = (solution: ChallengeCode, other: Alternative): ChallengeCode => ({
  html: other.html ?? solution.html,
  css: other.css ?? solution.css,
  javascript: other.javascript ?? solution.javascript,
})
