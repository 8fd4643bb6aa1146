import { createHash } from 'node:crypto'

const idLength = 100

/**
 * A readable id for a name: `C++ basics` becomes `c-plus-plus-basics`. A name without any Latin letter or digit gets
 * an id derived from its hash. Ids are plain ASCII, since they are compared byte by byte.
 */
export function slugify(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('+', ' plus ')
    .replaceAll('#', ' sharp ')
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, idLength)
    .replace(/-+$/, '')
  return slug === '' ? `n-${hashOf(name)}` : slug
}

/** The id with a suffix derived from the name, for a name whose plain id is taken. */
export const distinctSlug = (name: string): string =>
  `${slugify(name).slice(0, idLength - 9)}-${hashOf(name)}`

const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 8)

/** A category, topic, learning path or section that contains questions. */
export interface TaxonomyNode {
  id: string
  name: string
}
