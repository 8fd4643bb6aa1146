import { type RawBuilder, sql } from 'kysely'
import type { Db, QuestionRow, Trx } from '../tables.ts'
import { searchVector, searchVersion } from './search-vector.ts'

/** Questions that are read, indexed and written at a time. */
const batchSize = 250

/** Makes the search vectors anew that an older version of this code has made. Replicas share the work. */
export async function indexOutdated(db: Db): Promise<void> {
  while ((await db.transaction().execute(indexBatch)) > 0);
}

type Outdated = Pick<QuestionRow, 'id' | 'title' | 'tags' | 'content' | 'options'>

async function indexBatch(trx: Trx): Promise<number> {
  const { rows } = await sql<Outdated>`
    select id, title, tags, content, options from question where ${isOutdated}
    limit ${batchSize} for update skip locked`.execute(trx)
  if (rows.length === 0) return 0
  const vectors = rows.map((row) => ({ id: row.id, search_words: searchVector(row) }))
  await sql`
    update question set search_words = made.search_words::tsvector, search_version = ${searchVersion}
    from jsonb_to_recordset(${JSON.stringify(vectors)}::jsonb) as made (id uuid, search_words text)
    where question.id = made.id`.execute(trx)
  return rows.length
}

const isOutdated: RawBuilder<unknown> = sql`(search_version < ${searchVersion} or search_version > ${searchVersion})`
