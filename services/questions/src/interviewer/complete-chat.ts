import { z } from 'zod'

export interface ChatModel {
  /** Up to the version, without a slash at its end. */
  baseUrl: string
  model: string
  apiKey: string | undefined
}

export interface ChatMessage {
  role: 'system' | 'user'
  content: string
}

/** Bytes that a reply may have: many times what is asked for. */
const replyLimit = 64 * 1024

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/**
 * One answer of a model over the chat-completions protocol. Only what all who speak it understand is sent: the model's
 * name and the messages.
 *
 * @throws Error that names what failed, never what was said: neither the key nor anyone's words reach a log
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
    // The screen names the host that receives the answers; a redirect would send them elsewhere.
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

/** A parser's own error would repeat what it stumbled over. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A host that never stops talking must not fill our memory. */
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
