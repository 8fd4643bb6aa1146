import type { CheatSheetDocument } from '@rehearse/contracts'
import type { Engine } from '../program.ts'

/**
 * Asks Chromium whether it knows what a sheet of CSS shows: declarations, rules, and selectors. Sheets of JavaScript may
 * say what comes out, after `// →`, and are held to it.
 */
export async function judgeCheatSheet(
  { groups, language }: CheatSheetDocument,
  engines: Readonly<{ page: Engine; node: Engine }>,
): Promise<string[]> {
  const codes = groups.flatMap(({ entries }) => entries.map(({ code }) => code))
  const twice = codes.filter((code, position) => codes.indexOf(code) !== position)
  const faults = twice.map((code) => `shows ${code} twice`)
  if (language === 'css') return [...faults, ...(await unknownCss(codes, engines.page))]
  if (language !== 'javascript') return faults
  const outcomes = await Promise.all(codes.map((code) => judgeOutcome(code, engines.node)))
  return [...faults, ...outcomes.flat()]
}

/** How many entries of a sheet are run or asked about. */
export const countChecked = ({ groups, language }: CheatSheetDocument): number =>
  groups
    .flatMap(({ entries }) => entries)
    .filter(({ code }) => language === 'css' || (language === 'javascript' && code.includes(arrow))).length

const arrow = ' // → '

async function judgeOutcome(code: string, run: Engine): Promise<string[]> {
  const [expression = '', says] = code.split(arrow)
  if (says === undefined) return []
  const came = await run({ html: '', css: '', script: '', evaluate: expression })
  return came === says ? [] : [`says that ${expression} is ${says}, but it is ${came}`]
}

async function unknownCss(codes: readonly string[], inPage: Engine): Promise<string[]> {
  const knows = `(${JSON.stringify(codes)}).filter((code) => {
    const rules = (text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return sheet.cssRules }
    if (code.includes('{') || code.startsWith('@')) return rules(code).length === 0
    if (/^[-\\w]+:\\s/.test(code)) return code.split(';').some((one) => one.trim() !== '' && !CSS.supports('(' + one.trim() + ')'))
    return !CSS.supports('selector(' + code + ')')
  })`
  const unknown: string[] = JSON.parse(await inPage({ html: '', css: '', script: '', evaluate: knows }))
  return unknown.map((code) => `shows ${code}, which the browser does not know`)
}
