import { z } from 'zod'
import { messageReply, success, timestamp, uuid } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import {
  jsonWebKeySet,
  loginInput,
  meReply,
  providersReply,
  refreshedReply,
  registerInput,
  setCookieInput,
  signedInReply,
} from './accounts.ts'

/** A device with a signed-in session. */
export const deviceSession = z
  .object({
    id: uuid,
    /** A readable name: `Firefox on Windows`. */
    device: z.string(),
    /** The network of the sign-in, without the rest of the address: `203.0.113.x`. */
    address: z.string().nullable(),
    createdAt: timestamp,
    /** The time of the sign-in or the latest refresh, so accurate to about an hour. */
    lastUsedAt: timestamp,
    /** Whether it is the session of this request. */
    current: z.boolean(),
  })
  .meta({ id: 'DeviceSession' })
export type DeviceSession = z.infer<typeof deviceSession>

/** GET /api/auth/sessions: most recently used first. */
export const deviceSessionsReply = success({ data: z.array(deviceSession), count: z.int() })
/** DELETE /api/auth/sessions: all but the session of this request. */
export const otherSessionsEndedReply = success({ ended: z.int(), message: z.string() })

/** A past, current or future signing key of tokens. */
export const signingKey = z
  .object({
    kid: z.string(),
    state: z.enum(['announced', 'signing', 'retired']),
    createdAt: timestamp,
    /** When it starts signing; a little after its creation, so that every service has it by then. */
    signsFrom: timestamp,
    /** When it leaves the key set, after the expiry of its last token; null while no key follows it. */
    leavesAt: timestamp.nullable(),
  })
  .meta({ id: 'SigningKey' })

/** GET /api/admin/signing-keys: newest first. */
export const signingKeysReply = success({ data: z.array(signingKey), count: z.int() })
/** POST /api/admin/signing-keys */
export const signingKeyRotatedReply = success({ data: signingKey, message: z.string() })

export const registerLearner = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  service: 'identity',
  access: 'anyone',
  limit: 'REGISTER',
  counts: 'registration',
  summary: 'Create an account and sign in',
  body: registerInput,
  response: { 201: signedInReply },
})

export const logIn = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  service: 'identity',
  access: 'anyone',
  limit: 'SIGNIN',
  counts: 'learner-sign-in',
  summary: 'Sign in',
  body: loginInput,
  response: { 200: signedInReply },
})

export const refreshSession = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  service: 'identity',
  access: 'anyone',
  summary: 'Exchange the refresh cookie for new tokens',
  response: { 200: refreshedReply },
})

export const logOut = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  service: 'identity',
  access: 'anyone',
  summary: 'Sign out on this device',
  response: { 200: messageReply },
})

export const setSessionCookie = endpoint({
  method: 'POST',
  path: '/api/auth/set-cookie',
  service: 'identity',
  access: 'anyone',
  summary: 'Store a token as a cookie',
  body: setCookieInput,
  response: { 200: messageReply },
})

export const clearSessionCookies = endpoint({
  method: 'POST',
  path: '/api/auth/clear-cookie',
  service: 'identity',
  access: 'anyone',
  summary: 'Clear the cookies without ending the session',
  response: { 200: messageReply },
})

export const getCurrentLearner = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  service: 'identity',
  access: 'learner',
  summary: 'Get the signed-in user',
  response: { 200: meReply },
})

export const listSignInProviders = endpoint({
  method: 'GET',
  path: '/api/auth/providers',
  service: 'identity',
  access: 'anyone',
  cache: 'revalidate',
  summary: 'List the configured sign-in providers',
  response: { 200: providersReply },
})

export const startOauth = endpoint({
  method: 'GET',
  path: '/api/auth/oauth/:provider',
  service: 'identity',
  access: 'anyone',
  limit: 'WRITE',
  summary: 'Redirect to a sign-in provider; `returnTo` is the page to return to',
  params: z.object({ provider: z.string() }),
  query: z.object({ returnTo: z.string().max(2_000).optional().catch(undefined) }),
  response: { 303: z.null() },
})

export const finishOauth = endpoint({
  method: 'GET',
  path: '/api/auth/oauth/:provider/callback',
  service: 'identity',
  access: 'anyone',
  limit: 'WRITE',
  summary: 'Callback of a sign-in provider, with or without success',
  params: z.object({ provider: z.string() }),
  response: { 303: z.null() },
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  service: 'identity',
  access: 'learner',
  summary: 'List signed-in devices, most recently used first',
  response: { 200: deviceSessionsReply },
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  service: 'identity',
  access: 'learner',
  summary: 'Sign out on all other devices',
  response: { 200: otherSessionsEndedReply },
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  service: 'identity',
  access: 'learner',
  summary: 'Sign out on one device',
  params: z.object({ id: uuid }),
  response: { 200: messageReply },
})

export const listSigningKeys = endpoint({
  method: 'GET',
  path: '/api/admin/signing-keys',
  service: 'identity',
  access: 'super_admin',
  summary: 'List the signing keys, newest first',
  response: { 200: signingKeysReply },
})

export const rotateSigningKey = endpoint({
  method: 'POST',
  path: '/api/admin/signing-keys',
  service: 'identity',
  access: 'super_admin',
  summary: 'Rotate the signing key; returns the pending new key if there is one',
  response: { 200: signingKeyRotatedReply },
})

export const getKeySet = endpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  service: 'identity',
  access: 'anyone',
  cache: 'revalidate',
  summary: 'Get the public keys that verify tokens',
  response: { 200: jsonWebKeySet },
})
