import { z } from 'zod'
import { longText, pageQuery, pagination, queryBoolean, success, timestamp, uuid } from '../common.ts'
import { TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { user } from './accounts.ts'

/** A learner as admins see them. */
export const learnerAccount = user
  .extend({
    disabledAt: timestamp.nullable(),
    /** The reason given when the account was disabled. */
    disabledReason: z.string().nullable(),
  })
  .meta({ id: 'LearnerAccount' })
export type LearnerAccount = z.infer<typeof learnerAccount>

/** GET /api/admin/users */
export const learnerListQuery = z.object({
  ...pageQuery.shape,
  /** A part of the name or of the email address. */
  search: z.string().trim().max(TEXT_MAX.search).optional(),
  disabled: queryBoolean.optional(),
  orderBy: z.enum(['createdAt', 'lastLoginAt', 'displayName', 'email']).default('createdAt'),
  orderDirection: z.enum(['asc', 'desc']).default('desc'),
})
export type LearnerListQuery = z.infer<typeof learnerListQuery>
export const learnerListReply = success({ data: z.array(learnerAccount), pagination })

/** GET /api/admin/users/{uid} */
export const learnerParams = z.object({ uid: uuid })
export const learnerAccountReply = success({
  data: learnerAccount.extend({
    /** The number of signed-in devices. */
    sessionCount: z.int(),
  }),
})

/** PATCH /api/admin/users/{uid} */
export const learnerStatusInput = z.discriminatedUnion('disabled', [
  z.object({
    disabled: z.literal(true),
    reason: longText(TEXT_MAX.disableReason)
      .trim()
      .refine((text) => text !== '', 'must not be empty'),
  }),
  z.object({ disabled: z.literal(false) }),
])
export type LearnerStatusInput = z.infer<typeof learnerStatusInput>
export const learnerStatusReply = success({ data: learnerAccount, message: z.string() })

export const listLearners = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  service: 'identity',
  access: 'admin',
  summary: 'Search learners by name or email address',
  query: learnerListQuery,
  response: { 200: learnerListReply },
})

export const getLearner = endpoint({
  method: 'GET',
  path: '/api/admin/users/:uid',
  service: 'identity',
  access: 'admin',
  summary: 'Get a learner',
  params: learnerParams,
  response: { 200: learnerAccountReply },
})

export const setLearnerDisabled = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:uid',
  service: 'identity',
  access: 'admin',
  summary: 'Disable a learner, with a reason, or enable them again',
  params: learnerParams,
  body: learnerStatusInput,
  response: { 200: learnerStatusReply },
})
