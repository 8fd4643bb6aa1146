// Everything that XML 1.0 has no way to write, not even escaped.
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const writable = (text: string): string => text.replace(unwritable, '\ufffd')

/** Text between tags. */
export function cdata(text: string): string {
  if (!/[<>&\r]|\]\]>/.test(text)) return writable(text)
  return `<![CDATA[${writable(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

/** Text in a comment: no two hyphens in a row, none at the end. */
export const comment = (text: string): string =>
  writable(text)
    .replace(/-(?=-)/g, '- ')
    .replace(/-$/, '- ')
