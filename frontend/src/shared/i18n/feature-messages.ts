import { use } from 'react'
import type { Language } from './languages.ts'
import { useLocale } from './locale.ts'

type Tables<Table> = Record<Language, () => Promise<Table>>

const tablesOf = new WeakMap<object, Map<Language, Promise<unknown>>>()

/**
 * The sentences of one feature, which come with its page instead of with the first visit. A language that is not there
 * yet suspends the page for as long as it takes.
 *
 * @param tables the same object each time: what it has loaded is kept with it
 */
export function useFeatureMessages<Table>(tables: Tables<Table>): Table {
  const language = useLocale((state) => state.language)
  return use(tableOf(tables, language))
}

function tableOf<Table>(tables: Tables<Table>, language: Language): Promise<Table> {
  const loaded = (tablesOf.get(tables) as Map<Language, Promise<Table>> | undefined) ?? new Map()
  tablesOf.set(tables, loaded)
  let table = loaded.get(language)
  if (!table) {
    table = tables[language]()
    loaded.set(language, table)
    // Asked for again, it may come.
    table.catch(() => loaded.delete(language))
  }
  return table
}
