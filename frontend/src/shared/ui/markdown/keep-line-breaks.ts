/**
 * The text after an edit in a text area, which shows every line break as a line feed: breaks outside the edited part
 * stay as they are stored, and new ones are like the first.
 */
export function keepLineBreaks(stored: string, typed: string): string {
  const edited = typed.replace(/\r\n?/g, '\n')
  if (!stored.includes('\r')) return edited
  // One item per character that the text area shows.
  const characters = stored.match(/\r\n?|[\s\S]/g) ?? []
  const shown = characters.map((one) => (one.startsWith('\r') ? '\n' : one))
  const most = Math.min(shown.length, edited.length)
  let start = 0
  while (start < most && shown[start] === edited[start]) start += 1
  let end = 0
  while (end < most - start && shown.at(-1 - end) === edited.at(-1 - end)) end += 1
  const usual = stored.match(/\r\n?|\n/)?.[0] ?? '\n'
  return [
    ...characters.slice(0, start),
    edited.slice(start, edited.length - end).replaceAll('\n', usual),
    ...characters.slice(characters.length - end),
  ].join('')
}
