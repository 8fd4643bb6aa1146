import { z } from 'zod'
import { ADMIN_TOPICS } from '../admin-topics.ts'
import { success, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const checkState = z.enum(['up', 'down'])

/** GET /readyz of every service: its backing servers, by name. */
export const readyReply = z.object({
  ready: z.boolean(),
  checks: z.record(z.string(), z.object({ state: checkState, detail: z.string().optional() })),
})
export type ReadyReply = z.infer<typeof readyReply>

/**
 * The exit code of a service whose database was made by another version: starting it again won't help (EX_CONFIG of
 * sysexits.h).
 */
export const EXIT_OTHER_VERSION = 78

/** GET /api/health of the gateway. */
export const healthReply = z.object({
  success: z.boolean(),
  services: z.record(z.string(), z.object({ state: checkState, checks: readyReply.shape.checks })),
})
export type HealthReply = z.infer<typeof healthReply>

/** One setting of a service. Its value is reported only if it can't contain a secret. */
export const serviceSetting = z.object({
  name: z.string(),
  isSet: z.boolean(),
  value: z.string().nullable(),
})
export type ServiceSetting = z.infer<typeof serviceSetting>

export const serviceMetrics = z.object({
  startedAt: timestamp,
  /** Bytes. */
  memory: z.number(),
  /** Seconds of processor time since the start. */
  cpuTime: z.number(),
  /** The event loop's delay in seconds, at the recent 99th percentile. */
  lag: z.number(),
  /** Since the start. */
  requests: z.int(),
  /** The number of 5xx responses among them. */
  failures: z.int(),
  /** Mean response time since the start, in seconds; null before the first response. */
  meanTime: z.number().nullable(),
})
export type ServiceMetrics = z.infer<typeof serviceMetrics>

/** GET /statusz of every process, on the internal network only. */
export const statusReply = z.object({ settings: z.array(serviceSetting), figures: serviceMetrics })
export type StatusReply = z.infer<typeof statusReply>

export const platformService = z
  .object({
    name: z.string(),
    /** `up` if at least one of its replicas is. */
    state: checkState,
    replicas: z.array(
      z.object({
        address: z.string(),
        state: checkState,
        checks: z.record(z.string(), checkState),
        /** Null without a response. */
        figures: serviceMetrics.nullable(),
      }),
    ),
    /** The configuration of the first replica that responds. */
    settings: z.array(serviceSetting),
  })
  .meta({ id: 'PlatformService' })
export type PlatformService = z.infer<typeof platformService>

/** GET /api/admin/platform: every process with its live stats and its configuration. */
export const platformReply = success({ measuredAt: timestamp, services: z.array(platformService) })

export const adminTopic = z.enum(ADMIN_TOPICS)
export type AdminTopic = z.infer<typeof adminTopic>

/** The `data` of a message on the admins' live stream: the kinds of data that changed. */
export const adminChange = z.object({ topics: z.array(adminTopic) }).meta({ id: 'AdminChange' })
export type AdminChange = z.infer<typeof adminChange>

/** The `event` field of such messages. */
export const adminChangeEvent = 'change'

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  service: 'gateway',
  access: 'anyone',
  tag: 'platform',
  summary: 'Get the state of every service and its backing servers',
  response: { 200: healthReply, 503: healthReply },
})

export const getPlatform = endpoint({
  method: 'GET',
  path: '/api/admin/platform',
  service: 'gateway',
  access: 'admin',
  tag: 'platform',
  summary: 'Get the health, live metrics and configuration of every process, without secrets',
  response: { 200: platformReply },
})

export const streamAdminChanges = endpoint({
  method: 'GET',
  path: '/api/admin/stream',
  service: 'gateway',
  access: 'author',
  live: true,
  tag: 'platform',
  summary: 'Stream changes for admins: server-sent events, each with an AdminChange',
  response: {
    200: { description: 'Messages', content: { 'text/event-stream': { schema: adminChange } } },
  },
})
