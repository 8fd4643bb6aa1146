import type { Operation } from './operations.ts'
import type { RawReply } from './raw-connection.ts'

/** Deletes what an accepted request created, if there is an endpoint for that. */
export async function undo(
  url: string,
  { method, path }: Operation,
  reply: RawReply,
  operations: readonly Operation[],
  token: string,
): Promise<void> {
  if (method !== 'POST' || reply.status >= 300 || reply.body === '') return
  const remove = (prefix: string, id: string) => {
    const isDocumented = operations.some(
      (one) => one.method === 'DELETE' && one.path.replace(/\{\w+\}$/, '') === `${prefix}/`,
    )
    if (!isDocumented) return
    return fetch(`${url}${prefix}/${encodeURIComponent(id)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
  }
  const { data } = JSON.parse(reply.body) as { data?: { id?: string; batchId?: string } }
  if (data?.batchId) await remove('/api/questions/imports', data.batchId)
  if (data?.id) await remove(path, data.id)
}
