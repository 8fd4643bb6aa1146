/** The last part of an article's URL. */
export function slugify(title: string, maxLength = Number.POSITIVE_INFINITY): string {
  const slug = title
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return shorten(slug, maxLength) || 'untitled'
}

function shorten(slug: string, maxLength: number): string {
  if (slug.length <= maxLength) return slug
  const end = slug.lastIndexOf('-', maxLength)
  return slug.slice(0, end > 0 ? end : maxLength)
}
