/** Characters that have a meaning in GIFT; with a backslash they are themselves. `\n` is a line break. */
const special = /[\\~=#{}:]/g

export const escapeGift = (text: string): string =>
  text.replace(special, (character) => `\\${character}`).replaceAll('\n', '\\n')

export const unescapeGift = (text: string): string =>
  text.replace(/\\([\\~=#{}:n])/g, (_, character: string) => (character === 'n' ? '\n' : character))

/** Where `wanted` first stands unescaped, from `from` on; -1 where it doesn't. */
export function indexOfPlain(text: string, wanted: string, from = 0): number {
  for (let at = text.indexOf(wanted, from); at !== -1; at = text.indexOf(wanted, at + 1)) {
    let backslashes = 0
    while (at - backslashes > from && text[at - backslashes - 1] === '\\') backslashes++
    if (backslashes % 2 === 0) return at
  }
  return -1
}
