import { mention } from '@rehearse/contracts/questions/mentions'
import type { Editor } from './people.ts'

/** A stored text with names instead of ids. */
export const withNames = (body: string, nameOf: (id: string) => string): string =>
  body.replace(mention, (_, id: string) => `@${nameOf(id)}`)

/** The same as Markdown, with the names in bold. */
export const withBoldNames = (body: string, nameOf: (id: string) => string): string =>
  body.replace(mention, (_, id: string) => `**@${nameOf(id).replace(/[\\`*_[\]<>&]/g, '\\$&')}**`)

/**
 * A typed text with ids instead of names.
 * @param picked the account that was picked for a name, if several have it
 */
export function withIds(
  text: string,
  people: readonly Editor[],
  picked: ReadonlyMap<string, string>,
): string {
  // The longest first: "@Ada Lovelace" isn't "@Ada".
  const byLength = people.toSorted((one, other) => other.name.length - one.name.length)
  return text.replace(/@[^@]+/g, (rest) => {
    const found = byLength.find(({ name }) => startsWithName(rest.slice(1), name))
    if (!found) return rest
    return `@{${picked.get(found.name) ?? found.id}}${rest.slice(1 + found.name.length)}`
  })
}

const startsWithName = (text: string, name: string) =>
  text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length))

/** The mention that is being typed before the caret: where it starts, and its first letters. */
export function typedMention(text: string, caret: number): { from: number; term: string } | undefined {
  const match = /(?:^|[\s(])@([\p{L}\p{N}._-]{0,30})$/u.exec(text.slice(0, caret))
  return match ? { from: caret - (match[1]?.length ?? 0) - 1, term: match[1] ?? '' } : undefined
}
