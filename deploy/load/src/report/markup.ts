/** Text as it may stand in HTML and in its attributes. */
export const escaped = (text: string | number): string =>
  String(text).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

type Attributes = Readonly<Record<string, string | number>>

/** An element; what is inside is markup already. */
export function element(name: string, attributes: Attributes, ...inside: readonly string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? rounded(value) : escaped(value)}"`,
  )
  return `<${name}${written.join('')}>${inside.join('')}</${name}>`
}

/** Coordinates need no more than a tenth of a pixel. */
const rounded = (value: number): string => String(Math.round(value * 10) / 10)

/** Figures as a table, the first cell of each row naming it. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns.map((column) => element('th', { scope: 'col' }, escaped(column))).join('')
  const body = rows.map(([name = '', ...values]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, escaped(name)),
      ...values.map((value) => element('td', {}, escaped(value))),
    ),
  )
  return `<div class="scroller" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}
