import { randomUUID } from 'node:crypto'
import {
  type AuditRecord,
  auditRecorded,
  auditSubject,
  auditTopicOf,
  type StreamOwner,
} from '@rehearse/contracts'
import type { FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify'
import type { Kysely } from 'kysely'
import { hashedUuid } from '../hashed-uuid.ts'
import type { MessagingTables } from '../messaging/messaging-tables.ts'
import { enqueue, type NewMessage } from '../messaging/outbox.ts'
import type { App } from '../service.ts'

/**
 * Records successful calls of audited endpoints, before the response is sent. If that fails, the change has happened
 * all the same: the record goes to the service's log, and the client gets its response.
 * @param store stores a record once per id
 */
export function installAudit(app: App, store: (id: string, record: AuditRecord) => Promise<void>): void {
  const record: onSendAsyncHookHandler = async (request, reply, payload) => {
    const entry = recordOf(request, reply, payload)
    if (entry === null) return payload
    try {
      await store(recordId(request), entry)
    } catch (error) {
      request.log.error({ err: error, audit: entry }, 'could not store an entry of the audit log')
    }
    return payload
  }
  // Only on their routes: a hook for all would delay each answer of a learner.
  app.addHook('onRoute', (route) => {
    if (route.config?.audited)
      route.onSend = [record, ...[route.onSend ?? []].flat()] as NonNullable<typeof route.onSend>
  })
}

/** Publishes records for identity. */
export const publishAudit =
  (service: StreamOwner) =>
  async <Tables extends MessagingTables>(
    db: Kysely<Tables>,
    id: string,
    record: AuditRecord,
  ): Promise<void> => {
    await db.transaction().execute((trx) => enqueue(trx, [{ id, ...auditMessage(service, record) }]))
  }

/** The message by which identity learns what happened in a service. */
export const auditMessage = (service: StreamOwner, data: AuditRecord): NewMessage<AuditRecord> => ({
  subject: auditSubject(service),
  type: auditRecorded.shape.type.value,
  version: auditRecorded.shape.version.value,
  data,
})

/** A request that is repeated with the same Idempotency-Key has the same id. */
function recordId({ principal, headers, method, url }: FastifyRequest): string {
  const key = headers['idempotency-key']
  return key === undefined ? randomUUID() : hashedUuid(JSON.stringify([principal?.id, method, url, key]))
}

/** The fields of a request and of a response that say what was done without any content. */
const requestFields = [
  'action',
  'status',
  'role',
  'isActive',
  'disabled',
  'state',
  'format',
  'section',
  'reassignTo',
]
const resultFields = ['changed', 'moved', 'success', 'failed', 'skipped', 'count', 'reverted', 'regraded']
/** The most characters of a field. */
const fieldLength = 100
const titleLength = 300
/** Larger responses are lists and files, which have no title. */
const readableLength = 256 * 1024

function recordOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): AuditRecord | null {
  const { audited } = request.routeOptions.config
  const { principal } = request
  if (audited === undefined || principal === null || reply.statusCode >= 400) return null
  const data = dataOf(payload)
  if ([request.query, request.body, data].some(isDryRun)) return null
  const topic = auditTopicOf(audited)
  const named = {
    target: Object.values(request.params as Record<string, string>).join('/') || textOf(data.id),
    title: textOf(data.title ?? data.name)?.slice(0, titleLength) ?? null,
  }
  return {
    actor: principal.id,
    role: principal.role,
    topic,
    action: `${audited.method} ${audited.path}`,
    summary: audited.summary,
    // The log must not keep data of learners, who can have theirs erased.
    ...(topic === 'learners' ? { target: null, title: null } : named),
    details: {
      ...shortFields(request.query, requestFields),
      ...shortFields(request.body, requestFields),
      ...shortFields(data, resultFields),
    },
    requestId: request.id,
  }
}

/** Not every response repeats that its request was a dry run. */
const isDryRun = (source: unknown): boolean =>
  typeof source === 'object' && source !== null && 'dryRun' in source && source.dryRun === true

/** The data of a JSON response, or nothing. */
function dataOf(payload: unknown): Record<string, unknown> {
  if (typeof payload !== 'string' || payload.length > readableLength || !payload.startsWith('{')) return {}
  try {
    const { data } = JSON.parse(payload) as { data?: unknown }
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function shortFields(source: unknown, names: readonly string[]): AuditRecord['details'] {
  if (typeof source !== 'object' || source === null) return {}
  const fields = source as Readonly<Record<string, unknown>>
  const shown = names.flatMap((name): [string, string | number | boolean][] => {
    const value = fields[name]
    if (typeof value === 'string') return [[name, value.slice(0, fieldLength)]]
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : []
  })
  return Object.fromEntries(shown)
}
