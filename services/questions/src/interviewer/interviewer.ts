import {
  type AssessmentInput,
  assessment,
  DomainError,
  type FollowUpInput,
  followUp,
  type InterviewAssessment,
} from '@rehearse/contracts'
import type { z } from 'zod'
import { type ChatMessage, completeChat } from './complete-chat.ts'
import type { InterviewerConfig } from './interviewer-config.ts'
import { assessmentMessages, followUpMessages, type InterviewSubject } from './prompts.ts'

export interface ModelInterviewer {
  /** Where answers go, as learners are told. */
  host: string
  model: string
  /** @throws {DomainError} 503 `interviewer_unavailable`; 503 `interviewer_busy` */
  askFollowUp(subject: InterviewSubject, input: FollowUpInput): Promise<string>
  /** @throws {DomainError} 503 `interviewer_unavailable`; 503 `interviewer_busy` */
  assess(subject: InterviewSubject, input: AssessmentInput): Promise<InterviewAssessment>
}

/** An interviewer that is a language model; null where none is configured. */
export function createInterviewer(config: InterviewerConfig): ModelInterviewer | null {
  const { OPENAI_BASE_URL: address, OPENAI_MODEL: model, OPENAI_API_KEY: apiKey } = config
  if (address === undefined || model === undefined) return null
  const baseUrl = address.replace(/\/+$/, '')
  let asked = 0

  async function ask<Schema extends z.ZodType>(schema: Schema, messages: ChatMessage[]) {
    if (asked >= config.OPENAI_CONCURRENCY) throw busy()
    asked += 1
    try {
      const signal = AbortSignal.timeout(config.OPENAI_TIMEOUT * 1_000)
      return readReply(
        schema,
        await completeChat({ baseUrl, model: model as string, apiKey }, messages, signal),
      )
    } catch (cause) {
      throw unavailable(cause)
    } finally {
      asked -= 1
    }
  }

  return {
    host: new URL(address).host,
    model,
    askFollowUp: async (subject, input) => (await ask(followUp, followUpMessages(subject, input))).followUp,
    assess: (subject, input) => ask(assessment, assessmentMessages(subject, input)),
  }
}

const unavailable = (cause: unknown) =>
  new DomainError({
    kind: 'unavailable',
    code: 'interviewer_unavailable',
    message: 'The interviewer gave no usable answer',
    retryAfterSeconds: 30,
    cause,
  })

const busy = () =>
  new DomainError({
    kind: 'unavailable',
    code: 'interviewer_busy',
    message: 'The interviewer is busy, please try again in a moment',
    retryAfterSeconds: 5,
  })

/**
 * What a model was asked to write as JSON. Many put it into a code block or a sentence around it, so it is looked for;
 * whether it is what was asked for the schema alone decides.
 *
 * @throws Error that repeats nothing of the reply
 */
function readReply<Schema extends z.ZodType>(schema: Schema, reply: string): z.output<Schema> {
  const parsed = schema.safeParse(jsonIn(reply))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`.trim())
  throw new Error(`the model replied with something else than it was asked for: ${faults.join(', ')}`)
}

function jsonIn(reply: string): unknown {
  try {
    return JSON.parse(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}
