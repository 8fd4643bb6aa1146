import { z } from 'zod'

/** A language model behind the chat-completions protocol, which asks follow-ups in mock interviews and judges answers. */
export const interviewerConfig = z.object({
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
