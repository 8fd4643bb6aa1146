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
  return [...faults, ...(await untrueOutcomes(codes, engines.node))]
}

/** How many entries of a sheet are run or asked about. */
export const countChecked = ({ groups, language }: CheatSheetDocument): number =>
  groups
    .flatMap(({ entries }) => entries)
    .filter(({ code }) => language === 'css' || (language === 'javascript' && code.includes(arrow))).length

const arrow = ' // → '
const end = '— end of an outcome —'

/** All in one run: a thread for each would keep a busy machine waiting. */
async function untrueOutcomes(codes: readonly string[], run: Engine): Promise<string[]> {
  const claims = codes
    .map((code) => code.split(arrow))
    .flatMap(([expression, says]) => (says === undefined ? [] : [{ expression, says }]))
  if (claims.length === 0) return []
  const script = claims.map(({ expression }) => `console.log(await (${expression}))\nconsole.log('${end}')`)
  const printed = await run({ html: '', css: '', script: ['await null', ...script].join('\n') })
  const outcomes = printed.split(`\n${end}`).map((text) => text.trim())
  return claims.flatMap(({ expression, says }, position) =>
    outcomes[position] === says
      ? []
      : [`says that ${expression} is ${says}, but it is ${outcomes[position] ?? 'nothing'}`],
  )
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
