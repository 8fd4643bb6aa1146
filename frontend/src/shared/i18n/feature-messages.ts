import { use } from 'react'
import type { Language } from './languages.ts'
import { useLocale } from './locale.ts'

/** English is part of the feature's bundle; other languages load on demand. */
export type FeatureTables<Table> = Record<Language, () => Table | Promise<Table>>

const loadedOf = new WeakMap<object, Map<Language, unknown>>()

/**
 * A hook that returns a feature's messages. They load with the feature's pages, not with the first visit; a language
 * that isn't loaded yet suspends the page.
 */
export const featureMessages =
  <Table>(tables: FeatureTables<Table>) =>
  (): Table =>
    useFeatureMessages(tables)

/** @param tables the same object each time: it is the cache key of its loaded tables */
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
  // The next call may succeed.
  if (table instanceof Promise) table.catch(() => loaded.delete(language))
  return table
}
