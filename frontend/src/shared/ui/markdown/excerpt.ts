/** The text of Markdown on one line, for lists: without fences and markup, code unchanged. */
export const excerpt = (markdown: string): string =>
  markdown
    .replace(/^\s*(```|~~~).*$/gm, ' ')
    .replace(/^\s*(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[`]|\*\*|__/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
