import type { ParseDefaults } from '@rehearse/question-formats'
import type { Db } from '../tables.ts'
import { findPlaces } from '../taxonomy/repository.ts'
import { slugify } from '../taxonomy/slugify.ts'

/** What rows get where they say nothing: the section imported into, known or new. */
export async function importDefaults(db: Db, section: string | undefined): Promise<ParseDefaults> {
  if (section === undefined) return {}
  const known = (await findPlaces(db, 'section', [section])).get(section)
  return { section: known ?? { id: slugify(section), name: section } }
}
