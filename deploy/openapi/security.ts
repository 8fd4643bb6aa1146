import { cookieNames } from '@rehearse/contracts'
import type { Route } from '../../services/gateway/src/routes.ts'

export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  learnerCookie: { type: 'apiKey', in: 'cookie', name: cookieNames.learner },
  adminCookie: { type: 'apiKey', in: 'cookie', name: cookieNames.admin },
} as const

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>

const requirements: Readonly<Record<Route['access'], readonly Requirement[]>> = {
  anyone: [{}, { bearer: [] }, { learnerCookie: [] }, { adminCookie: [] }],
  'signed-in': [{ bearer: [] }, { learnerCookie: [] }, { adminCookie: [] }],
  learner: [{ bearer: [] }, { learnerCookie: [] }],
  'admin-enrollment': [{ bearer: [] }, { adminCookie: [] }],
  admin: [{ bearer: [] }, { adminCookie: [] }],
  super_admin: [{ bearer: [] }, { adminCookie: [] }],
}

/** How one shows who one is; any of the ways will do. */
export const securityOf = (access: Route['access']): Record<string, string[]>[] =>
  requirements[access].map((way) => ({ ...way }))
