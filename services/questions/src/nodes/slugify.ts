import { createHash } from 'node:crypto'

const idLength = 100

/**
 * A readable id for a name: `C++ basics` becomes `c-plus-plus-basics`. Names without any Latin letter or digit get
 * one made from their hash. Ids are compared byte by byte, so they are plain ASCII.
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

/** The id with something of the name's own at its end, for a name whose plain id is taken. */
export const distinctSlug = (name: string): string =>
  `${slugify(name).slice(0, idLength - 9)}-${hashOf(name)}`

const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 8)
