import { join } from 'node:path'
import { databaseConfig, serviceConfig } from '@rehearse/service-kit'
import { z } from 'zod'

export const questionsConfig = z.object({
  ...serviceConfig.shape,
  ...databaseConfig.shape,
  /** Folder of the content loaded at start; `none` loads nothing. */
  CONTENT_DIR: z.string().default(join(import.meta.dirname, '../content')),
})
export type QuestionsConfig = z.infer<typeof questionsConfig>
