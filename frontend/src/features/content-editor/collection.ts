import type { Draft, Field } from './field.ts'
import type { CollectionName } from './messages.en.ts'

/** An entry of any list that is edited here. */
export interface Entry {
  id: string
  revision: number
  [field: string]: unknown
}

/** One list that admins edit: a row of a table rather than a page of its own. */
export interface Collection {
  name: CollectionName
  address: string
  fields: readonly Field[]
  /** The field that names an entry. */
  title: 'title' | 'name'
  /** Whether admins decide its order; else it goes by name. */
  ordered: boolean
  /** Fields that the list can be narrowed by: choices all. */
  filters: readonly string[]
  /** Fields that are searched beside the title. */
  searched: readonly string[]
  /** Fields of which the list shows the values. */
  shown: readonly string[]
  /** The filter of the question list by which the questions of an entry are found; what has some is no document. */
  questions?: 'category' | 'topic' | 'learningPath' | 'sectionId'
  /** Where learners see an entry. */
  page?: (id: string) => string
  /** An entry as its author stated it, where the list shows more: what follows from other fields is left out. */
  stated?: (entry: Entry) => Readonly<Record<string, unknown>>
  /** What follows in a draft from a field that has changed. */
  follow?: (before: Draft, after: Draft) => Draft
}

export const titleOf = ({ title }: Collection, entry: Entry): string => String(entry[title])

/** The fields of an entry as its form begins with them. */
export const statedOf = (collection: Collection, entry: Entry) => collection.stated?.(entry) ?? entry
