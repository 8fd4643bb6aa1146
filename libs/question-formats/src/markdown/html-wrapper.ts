// No tag holds another: a line full of beginnings must cost no more than a line.
const structuralTag = /<\/?(?:details|summary|p|div|center)\b[^<>]*>/gi

export const withoutWrapper = (html: string): string => html.replace(structuralTag, '')

/** Whether markup only wraps what is in it: a part of a details block, or tags whose pair is elsewhere. */
export function isWrapper(html: string, insideDetails: boolean): boolean {
  if (/<\/?(?:details|summary)\b/i.test(html)) return true
  const bare = withoutWrapper(html)
  if (bare.trim() === '') return true
  const tags = html.match(structuralTag) ?? []
  const isUnpaired = tags.filter((tag) => tag.startsWith('</')).length * 2 !== tags.length
  return !/<[a-z/!]/i.test(bare) && (insideDetails || isUnpaired)
}
