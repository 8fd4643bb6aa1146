import type { z } from 'zod'

/**
 * What a model was asked to write as JSON. Many put it into a code block or a sentence around it, so it is looked for;
 * whether it is what was asked for the schema alone decides.
 *
 * @throws Error that repeats nothing of the reply
 */
export function readReply<Schema extends z.ZodType>(schema: Schema, reply: string): z.output<Schema> {
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
