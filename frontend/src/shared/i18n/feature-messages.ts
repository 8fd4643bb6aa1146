import { use } from 'react'
import type { Language } from './languages.ts'
import { useLocale } from './locale.ts'

/** English comes with the feature, other languages when they are spoken. */
export type FeatureTables<Table> = Record<Language, () => Table | Promise<Table>>

const loadedOf = new WeakMap<object, Map<Language, unknown>>()

/**
 * The sentences of one feature, which come with its page instead of with the first visit. A language that is not there
 * yet suspends the page for as long as it takes.
 *
 * @param tables the same object each time: what it has loaded is kept with it
 */
export function useFeatureMessages<Table>(tables: FeatureTables<Table>): Table {
  const language = useLocale((state) => state.language)
  const table = tableOf(tables, language)
  return table instanceof Promise ? use(table) : table
}

function tableOf<Table>(tables: FeatureTables<Table>, language: Language): Table | Promise<Table> {
  const loaded = (loadedOf.get(tables) ?? new Map()) as Map<Language, Table | Promise<Table>>
  loadedOf.set(tables, loaded)
  const known = loaded.get(language)
  if (known !== undefined) return known
  const table = tables[language]()
  loaded.set(language, table)
  // Asked for again, it may come.
  if (table instanceof Promise) table.catch(() => loaded.delete(language))
  return table
}
