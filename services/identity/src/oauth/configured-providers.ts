import { email, photoAddress, type SignInProviderName } from '@rehearse/contracts'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  fetchUserInfo,
} from 'openid-client'
import { z } from 'zod'
import type { ProviderProfile, SignInProvider } from './provider.ts'

/** Secrets are sent to these URLs, so they must be https, except on localhost for tests. */
const providerAddress = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text))
  .refine(
    ({ protocol, hostname }) => protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname),
    'must be https, unless on this machine',
  )

export const oauthConfig = z.object({
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .describe('sign-in with Google; its redirect URL is `/api/auth/oauth/google/callback`'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('the client’s secret'),
  GOOGLE_ISSUER: providerAddress
    .prefault('https://accounts.google.com')
    .describe('another OpenID provider instead of Google'),
  GITHUB_CLIENT_ID: z
    .string()
    .optional()
    .describe('sign-in with GitHub; its redirect URL is `/api/auth/oauth/github/callback`'),
  GITHUB_CLIENT_SECRET: z.string().optional().describe('the client’s secret'),
  GITHUB_URL: providerAddress
    .prefault('https://github.com')
    .describe('base URL of a GitHub Enterprise server, instead of GitHub'),
  GITHUB_API_URL: providerAddress.prefault('https://api.github.com').describe('GitHub Enterprise’s API'),
})
export type OauthConfig = z.infer<typeof oauthConfig>

export type SignInProviders = ReadonlyMap<string, SignInProvider>

/** The configured sign-in providers, in display order. */
export function configuredProviders(config: OauthConfig): SignInProviders {
  const providers = new Map<SignInProviderName, SignInProvider>()
  const { GOOGLE_CLIENT_ID: googleId, GOOGLE_CLIENT_SECRET: googleSecret } = config
  if (googleId !== undefined && googleSecret !== undefined) {
    providers.set(
      'google',
      googleSignIn({ issuer: config.GOOGLE_ISSUER, clientId: googleId, clientSecret: googleSecret }),
    )
  }
  const { GITHUB_CLIENT_ID: githubId, GITHUB_CLIENT_SECRET: githubSecret } = config
  if (githubId !== undefined && githubSecret !== undefined) {
    providers.set(
      'github',
      githubSignIn({
        site: config.GITHUB_URL,
        api: config.GITHUB_API_URL,
        clientId: githubId,
        clientSecret: githubSecret,
      }),
    )
  }
  return providers
}

interface GoogleOptions {
  issuer: URL
  clientId: string
  clientSecret: string
}

/** Google, or the OpenID provider of the configured issuer, by its discovery document. */
function googleSignIn({ issuer, clientId, clientSecret }: GoogleOptions): SignInProvider {
  let discovered: Promise<Configuration> | undefined
  const configuration = () => {
    discovered ??= discovery(issuer, clientId, clientSecret, undefined, {
      timeout: providerTimeout,
      // Also verify the ID token's signature.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    }).catch((error: unknown) => {
      // The next sign-in retries.
      discovered = undefined
      throw error
    })
    return discovered
  }

  return {
    name: 'google',
    async authorizationUrl({ state, nonce, codeVerifier, redirectUri }) {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
    },
    async fetchProfile(answer, { state, nonce, codeVerifier, redirectUri }) {
      const config = await configuration()
      const tokens = await authorizationCodeGrant(config, answeredAddress(redirectUri, answer), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const subject = tokens.claims()?.sub ?? ''
      // The ID token may lack email and name; the subject must be the same in both.
      const raw = await fetchUserInfo(config, tokens.access_token, subject)
      return toProviderProfile({
        subject,
        email: raw.email_verified === true ? raw.email : null,
        name: raw.name,
        photo: raw.picture,
      })
    },
  }
}

interface GithubOptions {
  /** The website where users sign in. */
  site: URL
  /** The API's base URL. */
  api: URL
  clientId: string
  clientSecret: string
}

const githubUser = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub has OAuth 2 without OpenID, so the profile comes from two API requests. */
function githubSignIn({ site, api, clientId, clientSecret }: GithubOptions): SignInProvider {
  const config = new Configuration(
    {
      issuer: under(site, 'login/oauth').href,
      authorization_endpoint: under(site, 'login/oauth/authorize').href,
      token_endpoint: under(site, 'login/oauth/access_token').href,
    },
    clientId,
    clientSecret,
  )
  config.timeout = providerTimeout
  if (site.protocol === 'http:') allowInsecureRequests(config)

  const ask = async <Schema extends z.ZodType>(accessToken: string, path: string, schema: Schema) => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'Rehearse' })
    const reply = await fetchProtectedResource(config, accessToken, under(api, path), 'GET', null, headers)
    if (!reply.ok) throw new Error(`GitHub answered ${reply.status} to ${path}`)
    return schema.parse(await reply.json())
  }

  return {
    name: 'github',
    async authorizationUrl({ state, codeVerifier, redirectUri }) {
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
    },
    async fetchProfile(answer, { state, codeVerifier, redirectUri }) {
      const { access_token: token } = await authorizationCodeGrant(
        config,
        answeredAddress(redirectUri, answer),
        { expectedState: state, pkceCodeVerifier: codeVerifier },
      )
      const [user, emails] = await Promise.all([
        ask(token, 'user', githubUser),
        ask(token, 'user/emails', githubEmails),
      ])
      return toProviderProfile({
        subject: String(user.id),
        // A profile's public email may be unverified; for the primary one this can be checked.
        email: emails.find(({ primary, verified }) => primary && verified)?.email,
        name: user.name || user.login,
        photo: user.avatar_url,
      })
    },
  }
}

/** Resolves a path below a base URL that may have a path: GitHub Enterprise has its API at `/api/v3`. */
function under(base: URL, path: string): URL {
  return new URL(path, base.href.endsWith('/') ? base : `${base.href}/`)
}

/** Timeout (s) for a request to a provider; the user sees an empty page meanwhile. */
const providerTimeout = 8

/** The callback URL as the browser saw it; behind the gateway the service receives another one. */
function answeredAddress(redirectUri: string, answer: URLSearchParams): URL {
  const address = new URL(redirectUri)
  address.search = answer.toString()
  return address
}

interface RawProfile {
  subject: string
  /** Only if verified. */
  email: string | null | undefined
  name: string | null | undefined
  photo: string | null | undefined
}

const nameMax = 100

/** Validates a provider's profile. Invalid fields are left out rather than rejected. */
function toProviderProfile(raw: RawProfile): ProviderProfile {
  if (raw.subject === '') throw new Error('the provider did not say who signed in')
  const address = email.safeParse(raw.email)
  const photo = photoAddress.safeParse(raw.photo)
  return {
    subject: raw.subject,
    verifiedEmail: address.success ? address.data : null,
    name: printable(raw.name ?? '') || null,
    photo: photo.success ? photo.data : null,
  }
}

/** Removes control characters and lone surrogates, which Postgres can't store. */
function printable(name: string): string {
  const plain = name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
  return Array.from(plain).slice(0, nameMax).join('').trim()
}
