import { z } from 'zod'

/**
 * How one question is proven by running it. A file of questions `scope.md` has its checks beside it in
 * `scope.checks.json`, by the titles of the questions. A text in place of a check says why nothing can be run.
 */
export type Check = z.infer<typeof check>
export type RunCheck = Exclude<Check, string>

/** Where code runs: see the engine of the same name. */
export type EngineName = z.infer<typeof engineName>

const engineName = z.enum(['node', 'page', 'typescript', 'react'])
const perOption = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value)

const place = {
  in: engineName,
  /** An expression (for `typescript` a name) whose value is the outcome, once the code has run. Without: what the code logs, or whether it compiles. */
  evaluate: z.string().optional(),
  /** Around the question's own code: `{code}` is where it goes. */
  code: z.string().optional(),
  /** For a page: the markup, where the question shows none. */
  html: z.string().optional(),
}

/** What each option claims to come out. `null`: the option is wrong for a reason that running can't show. */
const outcomes = z.strictObject({ ...place, outcomes: perOption(z.string().nullable()) })

/** Each option is code: put where `{option}` stands in `code`, it gives this if it is right, and not if it is wrong. */
const each = z.strictObject({ ...place, gives: z.string() })

/** Each option is a claim: an expression that is true if it is right, and false if it is wrong. */
const facts = z.strictObject({ ...place, facts: perOption(z.string()) })

const check = z.union([z.string().min(20), outcomes, each, facts])

export const checksFile = z.record(z.string(), check)
