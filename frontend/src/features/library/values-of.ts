import type { Choice } from '../../shared/ui/fields.tsx'

/** The texts that entries carry in a field, each once and in order, to choose from. */
export const valuesOf = <Item>(
  items: readonly Item[] | undefined,
  read: (item: Item) => readonly string[],
): Choice[] =>
  [...new Set(items?.flatMap(read))]
    .sort((one, other) => one.localeCompare(other))
    .map((value) => ({ value, label: value }))
