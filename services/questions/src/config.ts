import { join } from 'node:path'
import { databaseConfig, serviceConfig } from '@rehearse/service-kit'
import { z } from 'zod'

/** A language model behind the chat-completions protocol, which asks follow-ups in mock interviews and judges answers. */
const interviewerConfig = z.object({
  /** Up to the version, such as https://api.openai.com/v1; without it there is no interviewer. */
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_MODEL: z.string().max(200).optional(),
  /** Models on one's own machines often want none. */
  OPENAI_API_KEY: z.string().optional(),
  /** Seconds that a whole answer may take. */
  OPENAI_TIMEOUT: z.coerce.number().int().min(1).max(110).default(25),
  /** Questions that this replica asks at a time. */
  OPENAI_CONCURRENCY: z.coerce.number().int().min(1).max(1_000).default(8),
})
export type InterviewerConfig = z.infer<typeof interviewerConfig>

export const questionsConfig = z
  .object({
    ...serviceConfig.shape,
    ...databaseConfig.shape,
    /** Folder of the content loaded at start; `none` loads nothing. */
    CONTENT_DIR: z.string().default(join(import.meta.dirname, '../content')),
    /** Repository, as owner/name, whose issues are listed as resources; without one the built-in list is. */
    ISSUES_REPOSITORY: z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
      .optional(),
    /** The code host's REST interface. */
    ISSUES_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.github.com'),
    /** The host allows more requests, and private repositories, with one. */
    ISSUES_TOKEN: z.string().optional(),
    /** Processor time that reading one imported file may take, in seconds, and the heap it may fill, in MiB. */
    IMPORT_CPU_SECONDS: z.coerce.number().positive().max(110).default(10),
    IMPORT_MEMORY_MB: z.coerce.number().int().min(32).default(256),
    ...interviewerConfig.shape,
  })
  .refine(
    ({ OPENAI_BASE_URL, OPENAI_MODEL }) => OPENAI_BASE_URL === undefined || OPENAI_MODEL !== undefined,
    {
      path: ['OPENAI_MODEL'],
      error: 'must be set together with OPENAI_BASE_URL',
    },
  )
export type QuestionsConfig = z.infer<typeof questionsConfig>
