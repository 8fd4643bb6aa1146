/** What stands between two lines `---` at the top of a Markdown file, and the text below. */
export interface FrontMatter {
  /** The `key: value` lines. */
  fields: Readonly<Partial<Record<string, string>>>
  /** The items of each list, which are the lines `- item` below `key:`. */
  lists: Readonly<Partial<Record<string, readonly string[]>>>
  text: string
}

/**
 * Reads a file's front matter. Values are plain text, or JSON where they begin with a quotation mark.
 * @param source with line breaks as `\n`
 * @returns undefined if the file doesn't begin with front matter
 */
export function readFrontMatter(source: string): FrontMatter | undefined {
  const [, front, text = ''] = /^---\n(.*?)\n---(?:\n(.*))?$/s.exec(source) ?? []
  if (front === undefined) return undefined
  const fields: Record<string, string> = {}
  const lists: Record<string, string[]> = {}
  let list: string[] | undefined
  for (const line of front.split('\n')) {
    const [, key, value] = /^(\w+):(.*)$/.exec(line) ?? []
    if (key !== undefined && value !== undefined) {
      list = value.trim() === '' ? [] : undefined
      if (list) lists[key] = list
      fields[key] = plainText(value.trim())
    } else if (line.startsWith('- ')) list?.push(line.slice(2).trim())
  }
  return { fields, lists, text }
}

/**
 * Prints a value so that `readFrontMatter` reads the same text: as JSON where plain text would be read as something
 * else.
 */
export const printValue = (text: string): string => (/^"|^\s|\s$|\n/.test(text) ? JSON.stringify(text) : text)

function plainText(value: string): string {
  try {
    return value.startsWith('"') ? String(JSON.parse(value)) : value
  } catch {
    return value
  }
}
