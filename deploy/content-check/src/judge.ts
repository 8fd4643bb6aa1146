import type { EngineName, RunCheck } from './check.ts'
import { codeOfOption, type Engine, type Program, programOf } from './program.ts'
import type { ShippedQuestion } from './read-questions.ts'

type Option = ShippedQuestion['options'][number]

/** Runs a question as its check says, and holds every option against what comes out. */
export async function judge(
  question: Pick<ShippedQuestion, 'content' | 'options'>,
  check: RunCheck,
  engines: Readonly<Record<EngineName, Engine>>,
): Promise<readonly string[]> {
  const run = engines[check.in]
  const program = wrapped(programOf(question.content), check)
  if ('outcomes' in check) return judgeOutcomes(question.options, check.outcomes, await run(program))
  const faults = await Promise.all(
    question.options.map(async (option) => {
      const [came, wanted] =
        'gives' in check
          ? [await run(withOption(program, codeOfOption(option.text))), check.gives]
          : [await run({ ...program, evaluate: `Boolean(${check.facts[option.id] ?? 'undefined'})` }), 'true']
      return fault(option, came === wanted, came)
    }),
  )
  return [
    ...faults.flat(),
    ...('facts' in check ? unknownOptions(question.options, Object.keys(check.facts)) : []),
  ]
}

function judgeOutcomes(
  options: readonly Option[],
  outcomes: Readonly<Record<string, string | null>>,
  came: string,
): string[] {
  return [
    ...options.flatMap((option) => {
      const claimed = outcomes[option.id]
      if (claimed === undefined) return [`nothing is said of option ${option.id}`]
      if (claimed === null) return option.isCorrect ? [`option ${option.id} is right, so it can be run`] : []
      return fault(option, claimed === came, came)
    }),
    ...unknownOptions(options, Object.keys(outcomes)),
  ]
}

const fault = (option: Option, holds: boolean, came: string): string[] =>
  holds === option.isCorrect
    ? []
    : [
        `option ${option.id} is keyed ${option.isCorrect ? 'right' : 'wrong'}, but what comes out is ${JSON.stringify(came)}`,
      ]

const unknownOptions = (options: readonly Option[], ids: readonly string[]): string[] =>
  ids.filter((id) => !options.some((option) => option.id === id)).map((id) => `there is no option ${id}`)

const wrapped = (program: Program, { code, evaluate, html }: RunCheck): Program => ({
  ...program,
  html: html ?? program.html,
  script: code === undefined ? program.script : code.replace('{code}', () => program.script),
  evaluate,
})

/** The option's code in every place that waits for it. */
function withOption(program: Program, option: string): Program {
  const put = (text: string) => text.replaceAll('{option}', () => option)
  return {
    html: put(program.html),
    css: put(program.css),
    script: put(program.script),
    evaluate: program.evaluate === undefined ? undefined : put(program.evaluate),
  }
}
