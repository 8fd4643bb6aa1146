/** A reply as it came, since files and exports are compared by their bytes. */
export interface RawReply {
  status: number
  headers: Headers
  bytes: Buffer
}

export interface RequestOptions {
  method?: string | undefined
  /** Sent as JSON, unless it is a form. */
  body?: unknown
  token?: string | undefined
  headers?: Readonly<Record<string, string>>
}

/** Calls the public API, which is all that the generator knows of a version. */
export async function request(address: string, options: RequestOptions = {}): Promise<RawReply> {
  const { body, token, headers } = options
  const isForm = body instanceof FormData
  const reply = await fetch(address, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  return {
    status: reply.status,
    headers: reply.headers,
    bytes: Buffer.from(await reply.arrayBuffer()),
  }
}

export type Ask = <Body = unknown>(path: string, options?: RequestOptions) => Promise<Body>

/**
 * Calls the API with a token, or as a visitor, and returns the body.
 * @throws if the reply is no success
 */
export function asking(url: string, token?: string): Ask {
  return async <Body>(path: string, options: RequestOptions = {}) => {
    const { status, bytes } = await request(`${url}${path}`, { token, ...options })
    const text = bytes.toString('utf8')
    if (status >= 300) throw new Error(`${options.method ?? ''} ${path} returned ${status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Body
  }
}

/** The cookies of a reply, as a request sends them back. */
export const cookiesOf = ({ headers }: RawReply): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
