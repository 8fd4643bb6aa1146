import { parseAst } from 'rolldown/parseAst'

/** A call of `console.log` whose outcome a comment states. */
export interface CommentedLog {
  /** Where `console.log` starts in the script. */
  readonly at: number
  readonly stated: string
}

/** The calls with a comment at the end of their last line, or in the lines directly below; none if it can't be parsed. */
export function commentedLogs(script: string): CommentedLog[] {
  const calls = isParsed(script) ? [...calledLogs(parseScript(script, 'js'))] : []
  return calls.flatMap(({ start, end }) => {
    const after = script.slice(end)
    const beside = /^[;)}\] ]*\/\/ ?(.*)/.exec(after)?.[1]
    const below = /^[;)}\] ]*\n((?: *\/\/.*(?:\n|$))+)/.exec(after)?.[1]?.replaceAll(/^ *\/\/ ?/gm, '')
    const stated = beside ?? below
    return stated === undefined ? [] : [{ at: start, stated }]
  })
}

/** Parses a module, or else a classic script. */
export function parseScript(code: string, lang: 'js' | 'jsx'): unknown {
  try {
    return parseAst(code, { lang, sourceType: 'module' })
  } catch (error) {
    if (isClassic(code)) return parseAst(code, { lang, sourceType: 'script' })
    throw error
  }
}

/** Whether a line of a cheat sheet is TypeScript: as it is, or as the part of a statement or type. */
export const parseEntry = (code: string): boolean =>
  [
    code,
    `${code} {}`,
    `type T = ${code}`,
    `function f${code}() {}`,
    `const object = { ${code} }`,
    `${code}</${/^<(\w+)/.exec(code)?.[1]}>`,
  ].some((text) => {
    try {
      parseAst(text, { lang: 'tsx', sourceType: 'module' })
      return true
    } catch {
      return false
    }
  })

interface Call {
  readonly start: number
  readonly end: number
}

function* calledLogs(node: unknown): Generator<Call> {
  if (typeof node !== 'object' || node === null) return
  if (isLog(node)) yield node
  for (const child of Object.values(node)) yield* calledLogs(child)
}

function isLog(node: object): node is Call {
  const { type, callee } = node as { type?: string; callee?: { object?: Named; property?: Named } }
  return type === 'CallExpression' && callee?.object?.name === 'console' && callee.property?.name === 'log'
}

interface Named {
  readonly name?: string
}

/** The script, with each of these calls reporting its number. */
export function numberLogs(script: string, logs: readonly CommentedLog[]): string {
  const parts = logs.map(({ at }, number) => {
    const end = logs[number + 1]?.at ?? script.length
    return `reported(${number})${script.slice(at + 'console.log'.length, end)}`
  })
  const code = `${prelude}${script.slice(0, logs[0]?.at)}${parts.join('')}`
  // Only a module can await at its top level.
  return isClassic(code) ? code : `export {}\n${code}`
}

const isParsed = (script: string): boolean => {
  try {
    parseScript(script, 'js')
    return true
  } catch {
    return false
  }
}

function isClassic(code: string): boolean {
  try {
    parseAst(code, { lang: 'js', sourceType: 'script' })
    return true
  } catch {
    return false
  }
}

/** In one line, so that a directive or import may follow. */
const prelude =
  "var reported = (n) => (...args) => console.log('§' + n + '§' + (globalThis.process ? process.getBuiltinModule('node:util').format(...args) : args.map((one) => typeof one === 'object' ? JSON.stringify(one) : String(one)).join(' ')));"

/**
 * Holds the comments against what was logged. A comment states what its call logs, or all that the script logs. It may
 * add a remark: `// true: the same object`.
 */
export function compareLogs(logs: readonly CommentedLog[], result: string): string[] {
  const [uncaught] = /\n?^(?:throws \w+|does not end)$(?!.)/ms.exec(result) ?? []
  const printed = uncaught === undefined ? result : result.slice(0, -uncaught.length)
  const outcomes = new Map<number, string[]>()
  for (const [, number, text = ''] of printed.matchAll(/^§(\d+)§(.*?)(?=\n§\d+§|(?!.))/gms))
    outcomes.set(Number(number), [...(outcomes.get(Number(number)) ?? []), text])
  const all = printed.replaceAll(/^§\d+§/gm, '').split('\n')
  const problems = logs.flatMap(({ stated }, number) => {
    const actual = outcomes.get(number) ?? []
    return states(stated, actual) || states(stated, all)
      ? []
      : [`states "${stated}", but logs "${actual.join(', ')}"`]
  })
  return uncaught === undefined ? problems : [...problems, uncaught.trim()]
}

/** Spacing and quotes don't count; several outcomes are listed. */
function states(stated: string, actual: readonly string[]): boolean {
  const claim = plain(stated)
  return [',', '', 'then'].some((separator) => {
    const outcome = actual.map(plain).join(separator)
    return claim.startsWith(outcome) && /^(?:$|[:;(])/.test(claim.slice(outcome.length))
  })
}

const plain = (text: string): string => text.replaceAll(/[\s'"]/g, '')
