/** Without byte order mark, and with `\n` as the only line end: every format here treats all line ends alike. */
export function normaliseSource(source: string): string {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
