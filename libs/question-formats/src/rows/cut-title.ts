/** Where a title that is made from a longer text ends, as the specification has it. */
export const TITLE_CUT = 100

/** The title of a question that has none of its own: the first line of its content that says anything. */
export function cutTitle(content: string): string {
  const line = content.split('\n').find((one) => one.trim() !== '') ?? ''
  const text = line.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return text.length > TITLE_CUT ? `${text.slice(0, TITLE_CUT).replace(/[\ud800-\udbff]$/, '')}...` : text
}
