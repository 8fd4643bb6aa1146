import type { DeclaredEndpoint } from '@rehearse/contracts/endpoints'
import type { CodeLanguage } from '../../shared/ui/code-language.ts'
import type { CollectionName, FieldName } from './messages.en.ts'

export const levels = ['beginner', 'intermediate', 'advanced'] as const

/** An entry of any list that is edited here. */
export interface Entry {
  id: string
  revision: number
  [field: string]: unknown
}

type EntryPath = Extract<DeclaredEndpoint, { method: 'PUT'; service: 'questions' }>['path']
type ListOf<Path> = Path extends `${infer List}/:id` ? List : never
/** The path of a list whose entries admins edit. */
type EditedPath = ListOf<EntryPath>

/** One list that admins edit: a row of a table rather than a page of its own. */
export interface Collection {
  name: CollectionName
  address: EditedPath
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
  /** The list leaves something out, so that each entry is read by itself. */
  isDetailed?: true
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

/** What a document may hold, as its form asks for it. The server's schema has the last word. */
export type Field = Common & Shape

interface Common {
  name: FieldName
  /** Where its name alone would not say what is meant. */
  label?: FieldName
  /** Needn't be filled in: left out, or taken away by null; a blank one is stored as an empty text. */
  optional?: 'absent' | 'blank'
}

type Shape =
  | { kind: 'text'; max: number; type?: 'text' | 'url' | 'date'; initially?: string }
  | { kind: 'long'; max: number; look?: 'markdown' | 'code'; rows?: number }
  | { kind: 'code'; language: CodeLanguage; max: number }
  | { kind: 'number'; min: number; max: number; whole?: false; initially?: number }
  /** `proper` values are names, the same in every language; `numeric` ones are stored as numbers. */
  | { kind: 'choice'; values: readonly string[]; proper?: true; numeric?: true; initially?: string }
  | { kind: 'flag'; initially?: boolean }
  /** Yes, no, or as it follows from other fields. */
  | { kind: 'maybe' }
  | { kind: 'color' }
  | { kind: 'icon' }
  /** Short texts, one a line. */
  | { kind: 'lines' }
  | { kind: 'pick'; source: Source }
  | { kind: 'several'; source: Source }
  | { kind: 'questions' }
  | { kind: 'group'; fields: readonly Field[] }
  | { kind: 'items'; fields: readonly Field[]; min: number }
  /** Never shown: made from the name beside it. */
  | { kind: 'id' }
  /** Never shown: where the item stands, from 1. */
  | { kind: 'position' }

/** What there is to choose from, by name, or by id where documents name it so. */
export type Source = 'categories' | 'paths' | 'resourceCategories'

export type FieldOf<Kind extends Field['kind']> = Extract<Field, { kind: Kind }>

/** A document as its form holds it: numbers and lists of texts as they were typed. */
export interface Draft {
  [name: string]: DraftValue
}
export type DraftValue = string | boolean | readonly string[] | Draft | readonly DraftItem[]

export interface DraftItem {
  /** For React alone: an item keeps its place on the page when others go. */
  key: string
  draft: Draft
}
