import { z } from 'zod'
import { pagination, success, timestamp } from './common.ts'
import { question } from './questions.ts'

export const versionAction = z.enum(['created', 'updated', 'deleted', 'restored'])
export type VersionAction = z.infer<typeof versionAction>

/** GET /api/questions/unified/{id}/history: every version, newest first. */
export const questionHistoryReply = success({
  data: z.array(
    z.object({
      version: z.int(),
      action: versionAction,
      changedBy: z.string().nullable(),
      changedAt: timestamp,
      /** Fields that differ from the version before; empty for the first. */
      changes: z.array(z.string()),
      /** The question as it was in this version. */
      question: question.omit({
        id: true,
        version: true,
        createdBy: true,
        createdAt: true,
        updatedAt: true,
        usageCount: true,
      }),
    }),
  ),
  pagination,
})
