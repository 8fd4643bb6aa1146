import { z } from 'zod'

export interface ChatModel {
  /** The base URL including the version, without a trailing slash. */
  baseUrl: string
  model: string
  apiKey: string | undefined
}

export interface ChatMessage {
  role: 'system' | 'user'
  content: string
}

/** The maximum size of a response in bytes: many times the requested length. */
const replyLimit = 64 * 1024

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/**
 * Requests one completion with the chat-completions protocol. Only the common part of the protocol is used: the
 * model's name and the messages.
 *
 * @throws Error that says what failed but contains neither the key nor the messages, so that they never reach a log
 */
export async function completeChat(
  { baseUrl, model, apiKey }: ChatModel,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<string> {
  const reply = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, messages }),
    // Learners are shown the name of the host that receives their answers; a redirect would send them to another one.
    redirect: 'error',
    signal,
  })
  if (!reply.ok) {
    await reply.body?.cancel()
    throw new Error(`the model's host answered ${reply.status}`)
  }
  const parsed = completion.safeParse(parseJson(await readLimited(reply)))
  if (!parsed.success) throw new Error("the model's host sent no chat completion")
  return parsed.data.choices[0]?.message.content ?? ''
}

/** A parser's own error would contain the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A host that never stops sending must not fill the memory. */
async function readLimited(reply: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of reply.body ?? []) {
    length += part.byteLength
    if (length > replyLimit) throw new Error("the model's host sent too much")
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
