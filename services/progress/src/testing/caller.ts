import type { ProgressService } from './progress-service.ts'

export type Call = <Body = Record<string, unknown>>(
  path: string,
  body?: object,
  options?: { method: 'POST' | 'PUT' | 'DELETE' },
) => Promise<{ status: number; body: Body }>

/** Calls a service with a token; a call with a body is a POST by default. */
export async function caller(
  service: ProgressService,
  id: string,
  role: 'learner' | 'admin' = 'learner',
): Promise<Call> {
  const token = await service.identity.token(role, { id })
  return async <Body>(path: string, body?: object, { method }: { method?: string } = {}) => {
    const reply = await fetch(`${service.url}${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      method: method ?? (body === undefined ? 'GET' : 'POST'),
    })
    return { status: reply.status, body: (await reply.json()) as Body }
  }
}
