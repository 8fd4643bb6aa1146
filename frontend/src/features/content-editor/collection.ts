import type { ContentKind, ContentStatus, ReviewedKind } from '@rehearse/contracts'
import type { DeclaredEndpoint } from '@rehearse/contracts/endpoints'
import type { CodeLanguage } from '../../shared/ui/code-language.ts'
import type { CollectionName, FieldName } from './messages.en.ts'

export const levels = ['beginner', 'intermediate', 'advanced'] as const

/** The kinds under which the server stores each list. */
export const kindOf = {
  sections: 'section',
  categories: 'category',
  topics: 'topic',
  paths: 'learning_path',
  plans: 'plans',
  challenges: 'challenges',
  resources: 'resources',
  guides: 'guides',
  bank: 'question-bank',
  articles: 'articles',
  cheatSheets: 'cheatsheets',
  jobs: 'jobs',
} as const satisfies Record<CollectionName, Exclude<ContentKind, 'questions'>>

/** The lists whose entries go through the editorial process. */
const reviewedKinds: readonly string[] = [
  'plans',
  'challenges',
  'resources',
  'guides',
  'question-bank',
  'articles',
  'cheatsheets',
  'jobs',
] satisfies ReviewedKind[]

export const isReviewed = ({ name }: Collection): boolean => reviewedKinds.includes(kindOf[name])

/** An entry of any editable list. */
export interface Entry {
  id: string
  revision: number
  /** Of reviewed lists. */
  status?: ContentStatus
  createdBy?: string | null
  [field: string]: unknown
}

type EntryPath = Extract<DeclaredEndpoint, { method: 'PUT'; service: 'questions' }>['path']
type ListOf<Path> = Path extends `${infer List}/:id` ? List : never
/** The API path of an editable list. */
type EditedPath = ListOf<EntryPath>

/** A list that admins edit: a configuration object instead of a page of its own. */
export interface Collection {
  name: CollectionName
  address: EditedPath
  fields: readonly Field[]
  /** The field with an entry's title. */
  title: 'title' | 'name'
  /** Whether admins set its order; otherwise it is sorted by name. */
  ordered: boolean
  /** Choice fields that filter the list. */
  filters: readonly string[]
  /** Fields that are searched besides the title. */
  searched: readonly string[]
  /** Fields whose values the list shows. */
  shown: readonly string[]
  /** The question list's filter for the questions of an entry; set for taxonomy nodes, absent for documents. */
  questions?: 'category' | 'topic' | 'learningPath' | 'sectionId'
  /** Set if the list omits fields, so that each entry is loaded separately. */
  isDetailed?: true
  /** Set if the list omits fields, so that an entry is loaded when it is opened. */
  isLoadedOnOpen?: true
  /** Set if its texts can show diagrams, which come with a single entry. */
  showsDiagrams?: true
  /** The public page of an entry. */
  page?: (id: string) => string
  /** An entry without its derived fields, which the list includes. */
  stated?: (entry: Entry) => Readonly<Record<string, unknown>>
  /** Updates the fields of a draft that depend on a changed field. */
  follow?: (before: Draft, after: Draft) => Draft
}

export const titleOf = ({ title }: Collection, entry: Entry): string => String(entry[title])

/** The initial fields of an entry's form. */
export const statedOf = (collection: Collection, entry: Entry) => collection.stated?.(entry) ?? entry

/** A field of a document, as its form displays it. The server's schema validates it. */
export type Field = Common & Shape

interface Common {
  name: FieldName
  /** For a field whose name alone would be unclear. */
  label?: FieldName
  /** The field may be empty: omitted, or removed with null; `blank` stores an empty text. */
  optional?: 'absent' | 'blank'
  /** Whether the document has this field, depending on others; if not, it isn't shown, and is saved empty. */
  when?: (document: Draft) => boolean
}

type Shape =
  | { kind: 'text'; max: number; type?: 'text' | 'url' | 'date'; initially?: string }
  | { kind: 'long'; max: number; look?: 'markdown' | 'code'; rows?: number }
  /** Without a language, its file's path decides. */
  | { kind: 'code'; language?: CodeLanguage; max: number }
  | { kind: 'number'; min: number; max: number; whole?: false; initially?: number }
  /** `proper` values are names, the same in every language; `numeric` values are stored as numbers. */
  | { kind: 'choice'; values: readonly string[]; proper?: true; numeric?: true; initially?: string }
  | { kind: 'flag'; initially?: boolean }
  /** Yes, no, or derived from other fields. */
  | { kind: 'maybe' }
  | { kind: 'color' }
  | { kind: 'icon' }
  /** Short texts, one per line. */
  | { kind: 'lines' }
  | { kind: 'pick'; source: Source }
  | { kind: 'several'; source: Source }
  | { kind: 'questions' }
  | { kind: 'group'; fields: readonly Field[] }
  /** With `hasFile`, they can be saved as Markdown and read from it. */
  | { kind: 'items'; fields: readonly Field[]; min: number; hasFile?: true }
  /** Hidden: made from the name. */
  | { kind: 'id' }
  /** Hidden: the item's position, from 1. */
  | { kind: 'position' }

/** The options of a pick field: names, or ids if documents refer to them by id. */
export type Source = 'categories' | 'paths' | 'resourceCategories'

export type FieldOf<Kind extends Field['kind']> = Extract<Field, { kind: Kind }>

/** A document in its form: numbers and lists of texts as typed. */
export interface Draft {
  [name: string]: DraftValue
}
export type DraftValue = string | boolean | readonly string[] | Draft | readonly DraftItem[]

export interface DraftItem {
  /** The React key: an item keeps its row when others are removed. */
  key: string
  draft: Draft
}
