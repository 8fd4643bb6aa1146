import { join } from 'node:path'
import { databaseConfig, serviceConfig } from '@rehearse/service-kit'
import { z } from 'zod'

/**
 * A language model with the chat-completions protocol, which asks follow-ups in mock interviews and rates answers.
 */
const interviewerConfig = z.object({
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'a language model with the chat-completions protocol (`https://api.openai.com/v1`, or your own at `http://localhost:11434/v1`), which asks follow-ups in mock interviews and assesses answers, for learners who choose it',
    ),
  OPENAI_MODEL: z.string().max(200).optional().describe('the model’s name'),
  OPENAI_API_KEY: z.string().optional().describe('its key, if it needs one'),
  OPENAI_TIMEOUT: z.coerce
    .number()
    .int()
    .min(1)
    .max(110)
    .default(25)
    .describe('seconds that one reply of the model may take'),
  OPENAI_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(8)
    .describe('maximum number of concurrent requests to the model'),
})
export type InterviewerConfig = z.infer<typeof interviewerConfig>

/** An endpoint with the audio part of the same protocol, for dictating answers and reading questions aloud. */
const speechConfig = z.object({
  SPEECH_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'an endpoint with `audio/transcriptions` and `audio/speech` (`https://api.openai.com/v1`, or your own), for learners who choose it in a mock interview; without it only the browser’s own speech is offered',
    ),
  SPEECH_API_KEY: z.string().optional().describe('its key, if it needs one'),
  SPEECH_TRANSCRIPTION_MODEL: z
    .string()
    .max(200)
    .optional()
    .describe('the model that turns speech into text; without it the endpoint isn’t used for that'),
  SPEECH_MODEL: z
    .string()
    .max(200)
    .optional()
    .describe('the model that reads aloud; without it the endpoint isn’t used for that'),
  SPEECH_VOICE: z.string().max(200).default('alloy').describe('the voice that it reads with'),
  SPEECH_TIMEOUT: z.coerce
    .number()
    .int()
    .min(1)
    .max(110)
    .default(25)
    .describe('seconds that one reply of the endpoint may take'),
  SPEECH_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(4)
    .describe('maximum number of concurrent requests to the endpoint'),
})
export type SpeechConfig = z.infer<typeof speechConfig>

export const questionsConfig = z
  .object({
    ...serviceConfig.shape,
    ...databaseConfig.shape,
    CONTENT_DIR: z
      .string()
      .default(join(import.meta.dirname, '../content'))
      .describe('folder of the content that is loaded at startup; `none` loads nothing'),
    ISSUES_REPOSITORY: z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
      .optional()
      .describe(
        'owner/name of the repository whose issues are listed as resources; without it the built-in list is used',
      ),
    ISSUES_API_URL: z
      .url({ protocol: /^https?$/ })
      .default('https://api.github.com')
      .describe('the code host’s API; the service needs outbound access to it'),
    ISSUES_TOKEN: z
      .string()
      .optional()
      .describe('a token for the code host’s API: allows more requests, and private repositories'),
    IMPORT_CPU_SECONDS: z.coerce
      .number()
      .positive()
      .max(110)
      .default(10)
      .describe(
        'processor seconds that reading one imported file or backup may take; beyond that it is rejected',
      ),
    IMPORT_MEMORY_MB: z.coerce
      .number()
      .int()
      .min(32)
      .default(256)
      .describe('heap in MB that reading one imported file or backup may take; beyond that it is rejected'),
    BACKUP_RESTORE_POINTS: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe('backups kept of each section: the newest and those before it'),
    ...interviewerConfig.shape,
    ...speechConfig.shape,
  })
  .refine(
    ({ OPENAI_BASE_URL, OPENAI_MODEL }) => OPENAI_BASE_URL === undefined || OPENAI_MODEL !== undefined,
    {
      path: ['OPENAI_MODEL'],
      error: 'must be set together with OPENAI_BASE_URL',
    },
  )
export type QuestionsConfig = z.infer<typeof questionsConfig>
