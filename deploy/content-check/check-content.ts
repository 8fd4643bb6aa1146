import { chromiumOnDemand } from '@rehearse/testing'
import type { EngineName, RunCheck } from './check.ts'
import { codeOfOption, type Engine, hasCode, type Program, programOf, runConcurrently } from './check.ts'
import type { ShippedQuestion } from './read-content.ts'
import { type ContentQuestion, readQuestions } from './read-content.ts'
import { type Contexts, openPages } from './run-in-page.ts'
import { bundleReact, renderReact } from './run-pages.ts'
import { compile, runInNode } from './run-programs.ts'
import { hashOf, readVerified } from './verified.ts'

type Option = ShippedQuestion['options'][number]

/** Runs a question as its check describes, and compares every option with the outcome. */
export async function validate(
  question: Pick<ShippedQuestion, 'content' | 'options' | 'explanation'>,
  check: RunCheck,
  engines: Readonly<Record<EngineName, Engine>>,
): Promise<readonly string[]> {
  const run = engines[check.in]
  const program = wrapped(programOf(question.content), check)
  if ('corrected' in check) {
    const corrected = wrapped(corrects(programOf(question.content), programOf(question.explanation)), check)
    return [
      ...codeErrors('the code', await run(program), check.defect),
      ...codeErrors('the corrected code', await run(corrected), check.corrected),
      ...(check.defect === check.corrected ? ['the defect makes no difference'] : []),
    ]
  }
  if ('outcomes' in check) return compareOutcomes(question.options, check.outcomes, await run(program))
  const problems = await Promise.all(
    question.options.map(async (option) => {
      const [actual, wanted] =
        'gives' in check
          ? [await run(withOption(program, codeOfOption(option.text))), check.gives]
          : [await run({ ...program, evaluate: `Boolean(${check.facts[option.id] ?? 'undefined'})` }), 'true']
      return problem(option, actual === wanted, actual)
    }),
  )
  return [
    ...problems.flat(),
    ...('facts' in check ? unknownOptions(question.options, Object.keys(check.facts)) : []),
  ]
}

function compareOutcomes(
  options: readonly Option[],
  outcomes: Readonly<Record<string, string | null>>,
  actual: string,
): string[] {
  return [
    ...options.flatMap((option) => {
      const claimed = outcomes[option.id]
      if (claimed === undefined) return [`option ${option.id} has no claim`]
      if (claimed === null)
        return option.isCorrect ? [`option ${option.id} is correct, so it must be run`] : []
      return problem(option, claimed === actual, actual)
    }),
    ...unknownOptions(options, Object.keys(outcomes)),
  ]
}

const problem = (option: Option, holds: boolean, actual: string): string[] =>
  holds === option.isCorrect
    ? []
    : [
        `option ${option.id} is marked ${option.isCorrect ? 'correct' : 'incorrect'}, but the outcome is ${JSON.stringify(actual)}`,
      ]

/** A model answer contains only what it corrects: markup, styles or script. The rest is the question's. */
const corrects = (program: Program, model: Program): Program => ({
  html: model.html || program.html,
  css: model.css || program.css,
  script: model.script || program.script,
})

const codeErrors = (what: string, actual: string, wanted: string): string[] =>
  actual === wanted ? [] : [`${what} gives ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`]

const unknownOptions = (options: readonly Option[], ids: readonly string[]): string[] =>
  ids.filter((id) => !options.some((option) => option.id === id)).map((id) => `there is no option ${id}`)

const wrapped = (program: Program, { code, evaluate, html }: RunCheck): Program => ({
  ...program,
  html: html ?? program.html,
  script: code === undefined ? program.script : code.replace('{code}', () => program.script),
  evaluate,
})

/** Puts the option's code in every `{option}`. */
function withOption(program: Program, option: string): Program {
  const put = (text: string) => text.replaceAll('{option}', () => option)
  return {
    html: put(program.html),
    css: put(program.css),
    script: put(program.script),
    evaluate: program.evaluate === undefined ? undefined : put(program.evaluate),
  }
}

/** The result for one question. */
export interface Finding extends ContentQuestion {
  readonly state: 'proven' | 'excused' | 'unchecked' | 'nothing to run'
  readonly problems: readonly string[]
}

export interface ContentReport {
  readonly findings: readonly Finding[]
  /** One line per problem; empty if the question may ship. */
  readonly problems: readonly string[]
}

/**
 * Runs every question with a check, and compares its key with the outcome.
 * @param folder of the question files
 * @param say reports progress
 * @param only the start of the files' names: `react-mastery`, `react-mastery/state`
 * @param changed runs only those that changed since they were last verified
 */
export async function checkContent(
  folder: URL,
  say: (done: number, all: number) => void = () => {},
  only = '',
  changed = false,
): Promise<ContentReport> {
  const all = readQuestions(folder)
  const questions = all.questions.filter(({ file }) => file.startsWith(only))
  const problems = all.problems.filter((problem) => problem.startsWith(only))
  const browser = chromiumOnDemand()
  try {
    const engines = openEngines(browser)
    const verified = changed ? readVerified() : new Set<string>()
    const work = async (one: ContentQuestion): Promise<Finding> =>
      verified.has(questionHash(one)) ? { ...one, problems: [], state: 'proven' } : find(one, engines)
    const findings = await runConcurrently(questions, atOnce, work, say)
    return { findings, problems: [...problems, ...findings.flatMap(problemLines)] }
  } finally {
    await browser.close()
  }
}

const atOnce = 2

/** A hash of everything that decides whether the key is correct; of an open question, its model answer. */
export const questionHash = ({
  question: { content, options, explanation },
  check,
}: Pick<ContentQuestion, 'question' | 'check'>) =>
  hashOf({ content, options, check, ...(options.length === 0 ? { explanation } : {}) })

export function openEngines(browser: Contexts): Record<EngineName, Engine> {
  const page = openPages(browser, { '/react.js': bundleReact })
  return { node: runInNode, page, typescript: compile, react: renderReact(page) }
}

async function find(one: ContentQuestion, engines: Readonly<Record<EngineName, Engine>>): Promise<Finding> {
  const { check, question } = one
  if (check === undefined)
    return { ...one, problems: [], state: hasCode(question.content) ? 'unchecked' : 'nothing to run' }
  if (typeof check === 'string') return { ...one, problems: [], state: 'excused' }
  const problems = await validate(question, check, engines).catch((error: unknown) => [
    `can't be run: ${String(error)}`,
  ])
  return { ...one, problems, state: 'proven' }
}

const problemLines = ({ file, question, problems, state }: Finding): string[] => [
  ...problems.map((problem) => `${file}: ${question.title}: ${problem}`),
  ...(state === 'unchecked' ? [`${file}: ${question.title}: shows code and has no check`] : []),
]
