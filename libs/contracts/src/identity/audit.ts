import { z } from 'zod'
import { AUDIT_TOPICS } from '../admin-topics.ts'
import { pageQuery, pagination, shortText, success, timestamp, uuid } from '../common.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { envelope, type StreamOwner, streams } from '../envelope.ts'
import type { Access } from '../permissions.ts'
import { topicOfPath } from '../topics.ts'

export const auditTopic = z.enum(AUDIT_TOPICS)
export type AuditTopic = z.infer<typeof auditTopic>

const staff: readonly Access[] = ['admin-enrollment', 'author', 'reviewer', 'admin', 'super_admin']

/**
 * Whether calls of an endpoint are recorded: by default every write that requires an admin account. Those with the
 * limit of reads change nothing.
 */
export const isAudited = ({ method, access, limit, audited }: Endpoint): boolean =>
  audited ?? (method !== 'GET' && limit !== 'READ' && staff.includes(access))

/** What the calls of an endpoint are about. */
export const auditTopicOf = ({ path }: Pick<Endpoint, 'path'>): AuditTopic => topicOfPath(path) ?? 'sessions'

/** What someone with an admin account did: who, when, what, to what. Neither secrets nor data of learners. */
export const auditRecord = z.object({
  actor: z.string(),
  /** At that time. */
  role: z.string(),
  topic: auditTopic,
  /** The method and path of the endpoint, with the names of its parameters. */
  action: z.string(),
  /** What the endpoint does. */
  summary: z.string(),
  /** The id of what was changed. */
  target: z.string().nullable(),
  /** Its title or name then. */
  title: z.string().nullable(),
  /** Short fields of the request and counts of the result, such as the new status. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  requestId: z.string(),
})
export type AuditRecord = z.infer<typeof auditRecord>

/** Other services than identity publish what happened there. */
export const auditSubject = (service: StreamOwner): string => `${service}.audit.recorded.v1`
export const everyAuditSubject: readonly string[] = (Object.keys(streams) as StreamOwner[]).map(auditSubject)
export const auditRecorded = envelope('AuditRecorded', 1, auditRecord)
export type AuditRecordedMessage = z.infer<typeof auditRecorded>

/** An entry of the audit log. */
export const auditEntry = auditRecord
  .extend({ id: uuid, at: timestamp, actorName: z.string().nullable() })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntry>

const auditFilters = {
  actor: shortText(100).optional(),
  topic: auditTopic.optional(),
  /** A part of the title or of what was done, or the id of what was changed. */
  search: shortText(200).optional(),
  /** At or after this time, and before that one. */
  from: timestamp.optional(),
  to: timestamp.optional(),
}
const auditFilter = z.object(auditFilters)
export type AuditFilter = z.infer<typeof auditFilter>

/** GET /api/admin/audit: newest first. */
export const auditQuery = z.object({ ...pageQuery.shape, ...auditFilters })
export type AuditQuery = z.infer<typeof auditQuery>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  service: 'identity',
  access: 'admin',
  summary: 'List what people with an admin account did, newest first',
  query: auditQuery,
  response: { 200: success({ data: z.array(auditEntry), pagination }) },
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export',
  service: 'identity',
  access: 'admin',
  limit: 'IMPORT',
  timeout: 120,
  audited: true,
  summary: 'Export the audit log as CSV',
  query: auditFilter,
  produces: ['text/csv'],
  response: {
    200: { description: 'The entries, oldest first', content: { 'text/csv': { schema: z.string() } } },
  },
})
