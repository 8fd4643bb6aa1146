/** The words of a Markdown text on one line, for lists: no fences, no marks, code as it is. */
export const excerpt = (markdown: string): string =>
  markdown
    .replace(/^\s*(```|~~~).*$/gm, ' ')
    .replace(/^\s*(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[`]|\*\*|__/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
