import {
  categoryListReply,
  learningPathListReply,
  pathQuestionsReply,
  sectionListReply,
  shortText,
  topicListReply,
} from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { z } from 'zod'
import { tagReply } from '../edits/etag.ts'
import type { Db } from '../tables.ts'
import { listCategories, listLearningPaths, listSections, listTopics } from './queries.ts'
import { readPathQuestions } from './read-path-questions.ts'

const tags = ['catalogue']
const open = { config: { access: 'anyone' as const }, onSend: tagReply }

const whole = <Entry>(data: Entry[]) => ({ success: true as const, data, count: data.length })

/** What questions are filed under; each list comes whole. */
export function catalogueRoutes(app: App, db: Db): void {
  // The specifications use both addresses.
  for (const address of ['/api/questions/learning-paths', '/api/learning-paths']) {
    const schema = { tags, summary: 'Learning paths', response: { 200: learningPathListReply } }
    app.get(address, { ...open, schema }, async () => whole(await listLearningPaths(db)))
  }

  app.get(
    '/api/categories',
    { ...open, schema: { tags, summary: 'Categories', response: { 200: categoryListReply } } },
    async () => whole(await listCategories(db)),
  )

  app.get(
    '/api/topics',
    { ...open, schema: { tags, summary: 'Topics', response: { 200: topicListReply } } },
    async () => whole(await listTopics(db)),
  )

  app.get(
    '/api/sections',
    { ...open, schema: { tags, summary: 'Sections', response: { 200: sectionListReply } } },
    async () => whole(await listSections(db)),
  )

  app.get(
    '/api/questions/:learningPathId',
    {
      ...open,
      schema: {
        tags,
        summary: 'A learning path and all its questions, without their keys',
        params: z.object({ learningPathId: shortText(100) }),
        response: { 200: pathQuestionsReply },
      },
    },
    async (request) => {
      const { learningPath, questions } = await readPathQuestions(db, request.params.learningPathId)
      return { success: true as const, learningPath, questions, count: questions.length }
    },
  )
}
