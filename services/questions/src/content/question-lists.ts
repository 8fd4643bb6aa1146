import { questionList, readListQuestions } from '@rehearse/contracts'
import { type App, serve } from '@rehearse/service-kit'
import { z } from 'zod'
import { tagReply } from '../edits/etag.ts'
import { visitor } from '../library/kind.ts'
import { questionListKind } from '../library/question-lists.ts'
import { readEntry } from '../library/read-library.ts'
import { isOpen } from '../questions/question.ts'
import { findQuestions } from '../questions/question-repository.ts'
import { renderPublic } from '../questions/question-view.ts'
import type { Db } from '../tables.ts'
import { readContentQuestions } from './content-repository.ts'

/** Route of the questions in a curated list, whose entry refers to them by id or by permanent id. */
export function questionListRoute(app: App, db: Db): void {
  serve(app, readListQuestions, { onSend: tagReply }, async ({ params }) => {
    const entry = await readEntry(db, questionListKind, params.id, visitor)
    const { questions: names } = questionList.pick({ questions: true }).parse(entry)
    const known = await readContentQuestions(db, names)
    const ids = names.flatMap((name) => known.get(name)?.questionId ?? uuid.safeParse(name).data ?? [])
    const found = await findQuestions(db, ids)
    const data = ids.flatMap((id) => {
      const question = found.get(id)
      return question && isOpen(question) ? [renderPublic(question)] : []
    })
    return { success: true as const, data, count: data.length }
  })
}

const uuid = z.uuid()
