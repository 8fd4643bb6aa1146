import { questionListDocument, questionListEndpoints } from '@rehearse/contracts'
import { z } from 'zod'
import { isReviewer } from '../edits/content-status.rules.ts'
import type { Db } from '../tables.ts'
import { defineKind } from './kind.ts'
import { readNamedQuestions } from './repository.ts'

const { questions: names } = questionListDocument.shape

/**
 * Curated lists of questions. Authors may name open questions and their own; others would reveal that a question exists.
 * Users who aren't editors see the open ones.
 */
export const questionListKind = defineKind({
  name: 'question-lists',
  noun: 'Question list',
  endpoints: questionListEndpoints,
  document: questionListDocument,
  verify: async (db, { questions }, { editor, before }) => {
    if (questions === undefined || isReviewer(editor)) return []
    const given = names.parse(questions)
    const named = await namedQuestions(db, given)
    const kept = new Set(before === undefined ? [] : names.parse(before.questions))
    return given.flatMap((name, at) => {
      const question = named.get(name)
      if (kept.has(name) || question?.isOpen || question?.createdBy === editor.id) return []
      return [{ path: `questions.${at}`, message: 'must be a question that you can see' }]
    })
  },
  withoutHidden: async (db, documents) => {
    const lists = documents.map((document) => names.parse(document.questions))
    const named = await namedQuestions(db, lists.flat())
    return documents.map((document, at) => ({
      ...document,
      questions: lists[at]?.filter((name) => named.get(name)?.isOpen),
    }))
  },
})

/** By the names in a list: ids, or the permanent ids of the content files. */
async function namedQuestions(db: Db, given: readonly string[]) {
  const ids = given.filter((name) => uuid.safeParse(name).success)
  return readNamedQuestions(db, { ids, contentIds: given })
}

const uuid = z.uuid()
