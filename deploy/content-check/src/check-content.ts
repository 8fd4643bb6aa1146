import { launchChromium } from '@rehearse/testing'
import type { Browser } from 'playwright-core'
import type { EngineName } from './check.ts'
import { runInNode } from './engines/node.ts'
import { openPages } from './engines/page.ts'
import { bundleReact, renderReact } from './engines/react.ts'
import { compile } from './engines/typescript.ts'
import { inTurns } from './in-turns.ts'
import { judge } from './judge.ts'
import { type Engine, hasCode } from './program.ts'
import { type ContentQuestion, readQuestions } from './read-questions.ts'

/** What was found out about one question. */
export interface Finding extends ContentQuestion {
  readonly state: 'proven' | 'excused' | 'unchecked' | 'nothing to run'
  readonly faults: readonly string[]
}

export interface ContentReport {
  readonly findings: readonly Finding[]
  /** What is wrong, a line each: nothing if the content may ship. */
  readonly faults: readonly string[]
}

/**
 * Runs every question that can be run, and holds its key against what comes out.
 * @param folder where the question files are
 * @param say told how far it has come
 * @param only what the names of the files begin with: `react-mastery`, `react-mastery/state`
 */
export async function checkContent(
  folder: URL,
  say: (done: number, all: number) => void = () => {},
  only = '',
): Promise<ContentReport> {
  const all = readQuestions(folder)
  const questions = all.questions.filter(({ file }) => file.startsWith(only))
  const faults = all.faults.filter((fault) => fault.startsWith(only))
  const browser = await launchChromium()
  try {
    const engines = openEngines(browser)
    const findings = await inTurns(questions, atOnce, (one) => find(one, engines), say)
    return { findings, faults: [...faults, ...findings.flatMap(faultLines)] }
  } finally {
    await browser.close()
  }
}

const atOnce = 2

export function openEngines(browser: Browser): Record<EngineName, Engine> {
  const page = openPages(browser, { '/react.js': bundleReact })
  return { node: runInNode, page, typescript: compile, react: renderReact(page) }
}

async function find(one: ContentQuestion, engines: Readonly<Record<EngineName, Engine>>): Promise<Finding> {
  const { check, question } = one
  if (check === undefined)
    return { ...one, faults: [], state: hasCode(question.content) ? 'unchecked' : 'nothing to run' }
  if (typeof check === 'string') return { ...one, faults: [], state: 'excused' }
  const faults = await judge(question, check, engines).catch((error: unknown) => [
    `can't be run: ${String(error)}`,
  ])
  return { ...one, faults, state: 'proven' }
}

const faultLines = ({ file, question, faults, state }: Finding): string[] => [
  ...faults.map((fault) => `${file}: ${question.title}: ${fault}`),
  ...(state === 'unchecked' ? [`${file}: ${question.title}: shows code and has no check`] : []),
]
