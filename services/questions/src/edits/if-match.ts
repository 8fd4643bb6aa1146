import type { Precondition } from './precondition.ts'

/** A tag as `tagReply` makes them: the version, then what tells the views of it apart, which doesn't matter here. */
const versionTag = /^(?:W\/)?"v(\d{1,9})(?:-[\w-]*)?"$/

/** The versions that an `If-Match` header names. A tag that we never made names none, so it never holds. */
export function preconditionOf(header: string | undefined): Precondition {
  if (header === undefined || header.trim() === '*') return null
  return header.split(',').flatMap((tag) => {
    const version = versionTag.exec(tag.trim())?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}
