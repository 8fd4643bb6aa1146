import { join } from 'node:path'
import type {
  ContentStatus,
  Difficulty,
  ImportUndo,
  PathStep,
  QuestionAnswer,
  QuestionOption,
  QuestionType,
  VersionAction,
} from '@rehearse/contracts'
import type { IdempotencyTables, MessagingTables } from '@rehearse/service-kit'
import type { ColumnType, Generated, JSONColumnType, Kysely, Selectable, Transaction } from 'kysely'
import type { StoredVersion } from './questions/question.ts'

/** Folders of migrations, in the order in which they run. */
export const migrations: readonly string[] = [join(import.meta.dirname, 'migrations')]

/** A timestamp that Postgres sets by default. */
type Moment = ColumnType<Date, Date | undefined, Date>

interface NamedTable {
  id: string
  name: string
  folded_name: string
  revision: Generated<number>
  created_at: Moment
  edited_at: Date | null
}

interface SectionTable extends NamedTable {
  description: Generated<string>
  icon: Generated<string>
  sort_order: Generated<number>
}

interface LearningPathTable extends NamedTable {
  description: Generated<string>
  difficulty: Generated<Difficulty>
  prerequisites: Generated<string[]>
  target_skills: Generated<string[]>
  question_categories: Generated<string[]>
  resources: Generated<string[]>
  sort_order: Generated<number>
  steps: Generated<PathStep[]>
  lesson_words: Generated<number>
  steps_edited_at: Date | null
}

/** What an import has filed in a step of a learning path. */
export interface FiledInStep {
  pathId: string
  stepId: string
  /** The title of the step if the import created it. */
  created: string | null
  questionIds: string[]
}

interface ImportBatchTable {
  id: string
  source: string
  format: string
  created_by: string | null
  created_at: Moment
  succeeded: Generated<number>
  failed: Generated<number>
  skipped: Generated<number>
  undone_at: Date | null
  undone_by: string | null
  undo: JSONColumnType<ImportUndo> | null
  step: JSONColumnType<FiledInStep> | null
}

interface ImportProgressTable {
  batch_id: string
  source: string
  format: string
  dry_run: boolean
  created_by: string
  stage: 'reading' | 'waiting' | 'storing' | 'failed'
  total: number | null
  done: Generated<number>
  error: string | null
  created_at: Moment
  updated_at: Moment
}

/** The editorial state of a question or a library entry. */
export interface StatusColumns {
  status: ContentStatus
  status_changed_by: string | null
  status_changed_at: Date | null
  status_comment: string | null
  reviewer: string | null
  publish_at: Date | null
  expires_at: Date | null
}

interface QuestionTable extends StatusColumns {
  id: string
  position: Generated<number>
  version: number
  title: string
  content: string
  type: QuestionType
  selection: 'one' | 'many' | null
  difficulty: Difficulty
  options: JSONColumnType<QuestionOption[]>
  answer: JSONColumnType<QuestionAnswer> | null
  explanation: string
  category_id: string
  subcategory: string | null
  learning_path_id: string | null
  topic_id: string | null
  section_id: string | null
  tags: string[]
  points: number
  time_limit: number
  is_active: boolean
  /** Whether the status is `approved`. */
  approved: boolean
  audio_question: string | null
  audio_answer: string | null
  content_hash: Buffer
  import_batch_id: string | null
  created_by: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  is_open: Generated<boolean>
  search_words: string
  search_version: number
  folded_title: Generated<string>
}

interface QuestionVersionTable {
  question_id: string
  version: number
  action: VersionAction
  question: JSONColumnType<StoredVersion>
  category_id: string | null
  import_batch_id: string | null
  changed_by: string | null
  changed_at: Date
}

interface LibraryEntryTable extends StatusColumns {
  kind: string
  id: string
  document: JSONColumnType<Record<string, unknown>>
  sort_order: number
  revision: Generated<number>
  created_at: Moment
  updated_at: Moment
  edited_at: Date | null
  /** Null for starter content. */
  created_by: string | null
}

export interface Tables extends MessagingTables, IdempotencyTables {
  category: NamedTable
  topic: NamedTable
  section: SectionTable
  learning_path: LearningPathTable
  import_batch: ImportBatchTable
  import_progress: ImportProgressTable
  question: QuestionTable
  question_version: QuestionVersionTable
  question_usage: { question_id: string; usage_count: number }
  library_entry: LibraryEntryTable
  erased_learner: { fingerprint: Buffer; erased_at: Moment }
  challenge_opening: {
    learner_id: string
    challenge_id: string
    reason: 'passed' | 'given-up'
    opened_at: Date
  }
  content_file: { path: string; sha256: Buffer; loaded_at: Moment }
  content_item: { path: string; key: string; question_id: string | null; version: number | null }
  content_question: { id: string; question_id: string; version: number | null }
}

export type QuestionRow = Selectable<QuestionTable>
export type LearningPathRow = Selectable<LearningPathTable>

/** The database, with or without a transaction. */
export type Db = Kysely<Tables>
/** Within a transaction. */
export type Trx = Transaction<Tables>
