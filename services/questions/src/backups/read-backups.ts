import { DomainError } from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import { slugify } from '../taxonomy/slugify.ts'
import type { ReadBackup } from './backup-file.ts'
import { findBackup, listBackups } from './repository.ts'

/** What the `action` of a query asks for: figures, the files, or the questions in one, newest first. */
export async function readBackups(
  db: Db,
  { action, section }: { action?: string | undefined; section?: string | undefined },
  readBackup: ReadBackup,
) {
  switch (action) {
    case 'stats': {
      const files = await listBackups(db)
      return {
        totalFiles: files.length,
        totalQuestions: files.reduce((total, file) => total + file.questionCount, 0),
        sections: files.map((file) => ({ section: file.section, questionCount: file.questionCount })),
      }
    }
    case 'files':
      return listBackups(db)
    case 'section': {
      if (section === undefined || section.trim() === '') {
        throw invalid('section_required', 'Section parameter required')
      }
      const text = await findBackup(db, slugify(section))
      const questions = text === undefined ? [] : (await readBackup(text)).questions
      return questions.toSorted((one, two) => two.backedUpAt.localeCompare(one.backedUpAt))
    }
    default:
      throw invalid('invalid_action', 'Invalid action parameter')
  }
}

const invalid = (code: string, message: string) => new DomainError({ kind: 'invalid', code, message })
