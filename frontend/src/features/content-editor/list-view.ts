import { useSearchParams } from 'react-router'
import type { Collection, Entry } from './collection.ts'

/** Which list is looked at, narrowed to what, and which entry is open: it lives in the address. */
export function useListView(collections: readonly [Collection, ...Collection[]]) {
  const [search, setSearch] = useSearchParams()
  const collection = collections.find(({ name }) => name === search.get('list')) ?? collections[0]
  const set = (changes: Readonly<Record<string, string | null>>, replace = false) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace },
    )
  return {
    collection,
    term: search.get('search') ?? '',
    chosen: (filter: string) => search.get(filter) ?? '',
    /** The id of the entry that is edited; `new` for one that is made; none: the list is shown. */
    opened: search.get('new') === null ? search.get('entry') : NEW,
    open: (id: string) => set(id === NEW ? { new: '1', entry: null } : { entry: id, new: null }),
    close: () => set({ entry: null, new: null }),
    narrow: (changes: Readonly<Record<string, string>>) => set(changes, true),
  }
}

/** No id: those are slugs. */
export const NEW = '+'

export type ListView = ReturnType<typeof useListView>

/** Whether an entry is listed. */
export function fits(collection: Collection, entry: Entry, { term, chosen }: ListView): boolean {
  const wanted = fold(term)
  const texts = [collection.title, ...collection.searched].flatMap((field) => entry[field])
  return (
    collection.filters.every((field) => chosen(field) === '' || entry[field] === chosen(field)) &&
    (wanted === '' || texts.some((text) => fold(String(text ?? '')).includes(wanted)))
  )
}

const fold = (text: string) => text.normalize('NFC').toLowerCase().trim()

export const isNarrowed = (collection: Collection, { term, chosen }: ListView): boolean =>
  term.trim() !== '' || collection.filters.some((field) => chosen(field) !== '')
