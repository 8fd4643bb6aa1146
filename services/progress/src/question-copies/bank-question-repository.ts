import type { QuestionMessage } from '@rehearse/contracts'
import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../tables.ts'

/** Keeps where questions stand by their newest versions, in whatever order these come. */
export async function storeBankQuestions(
  db: Kysely<ProgressTables>,
  messages: readonly QuestionMessage[],
): Promise<void> {
  const newest = new Map<string, QuestionMessage>()
  for (const message of messages) {
    const known = newest.get(message.data.questionId)
    if (known === undefined || known.data.version < message.data.version) {
      newest.set(message.data.questionId, message)
    }
  }
  if (newest.size === 0) return
  // In one order for all, so that two replicas never wait for each other.
  const rows = [...newest.values()]
    .map(toRow)
    .sort((one, other) => (one.question_id < other.question_id ? -1 : 1))
  await sql`
    insert into bank_question (question_id, version, category_id, learning_path, section_id, is_open)
    select question_id, version, category_id, learning_path, section_id, is_open
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      question_id uuid, version int, category_id text, learning_path text, section_id text, is_open boolean
    )
    on conflict (question_id) do update set
      version = excluded.version, category_id = excluded.category_id, learning_path = excluded.learning_path,
      section_id = excluded.section_id, is_open = excluded.is_open
    where bank_question.version < excluded.version`.execute(db)
}

function toRow({ type, data }: QuestionMessage) {
  const { questionId: question_id, version } = data
  // What is deleted stands nowhere; restored, it says again where.
  if (type === 'QuestionDeleted') {
    return { question_id, version, category_id: null, learning_path: null, section_id: null, is_open: false }
  }
  return {
    question_id,
    version,
    category_id: data.categoryId ?? null,
    learning_path: data.learningPath,
    section_id: data.sectionId,
    is_open: data.isActive && data.approved,
  }
}
