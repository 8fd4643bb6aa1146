import type { ImageUses } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** The maximum number of uses listed per image and kind of content. */
const NAMED = 10

interface PlaceRow {
  image: string
  /** Each source counts its own total. */
  source: string
  kind: string
  id: string
  title: string
  total: string
}

export const imageUsesOf = (ids: readonly string[]) => sql<PlaceRow>`
    select image, source, kind, id, title, total from unnest(${ids}::text[]) as given (image)
    cross join lateral (
      (select 'questions' as source, 'question' as kind, id::text, title, count(*) over () as total from question
        where image_ids(content || ' ' || explanation || ' ' || options::text || coalesce(answer::text, '')) @> array[image]
          and deleted_at is null order by position limit ${NAMED})
      union all
      (select 'translations', 'translation', question_id::text, title, count(*) over ()
        from question_translation join question on id = question_id
        where image_ids(words::text) @> array[image] and deleted_at is null order by position limit ${NAMED})
      union all
      (select 'paths', 'learning-path', id, name, count(*) over () from learning_path
        where image_ids(description || ' ' || steps::text) @> array[image] order by id limit ${NAMED})
      union all
      (select 'library', kind, id, coalesce(document ->> 'title', document ->> 'name', id), count(*) over ()
        from library_entry where image_ids(document::text) @> array[image] order by kind, id limit ${NAMED})
    ) as place`

/** Where images appear in current content, by image. Deleted questions and old versions don't count. */
export async function findImageUses(db: Db, ids: readonly string[]): Promise<Record<string, ImageUses>> {
  const { rows } = await imageUsesOf(ids).execute(db)
  const uses: Record<string, ImageUses> = {}
  const counted = new Set<string>()
  for (const { image, source, kind, id, title, total } of rows) {
    uses[image] ??= { places: [], total: 0 }
    uses[image].places.push({ kind, id, title })
    const key = `${image} ${source}`
    if (!counted.has(key)) uses[image].total += Number(total)
    counted.add(key)
  }
  return uses
}
