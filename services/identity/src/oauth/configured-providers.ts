import type { SignInProviderName } from '@rehearse/contracts'
import { email, photoAddress } from '@rehearse/contracts'
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
import type { SignInProvider, ToldPerson } from './provider.ts'

/** Secrets go to these addresses: in the clear to this machine alone, where tests have their providers. */
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
    .describe('sign-in with Google; its redirect address is `/api/auth/oauth/google/callback`'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('the client’s secret'),
  GOOGLE_ISSUER: providerAddress
    .prefault('https://accounts.google.com')
    .describe('another OpenID provider in its place'),
  GITHUB_CLIENT_ID: z
    .string()
    .optional()
    .describe('sign-in with GitHub; its redirect address is `/api/auth/oauth/github/callback`'),
  GITHUB_CLIENT_SECRET: z.string().optional().describe('the client’s secret'),
  GITHUB_URL: providerAddress.prefault('https://github.com').describe('GitHub Enterprise instead'),
  GITHUB_API_URL: providerAddress.prefault('https://api.github.com').describe('GitHub Enterprise’s API'),
})
export type OauthConfig = z.infer<typeof oauthConfig>

export type SignInProviders = ReadonlyMap<string, SignInProvider>

/** The providers that people may sign in with here, in the order they are offered. */
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

/** Google, or whatever OpenID provider the issuer names: all there is to know is in its discovery document. */
function googleSignIn({ issuer, clientId, clientSecret }: GoogleOptions): SignInProvider {
  let discovered: Promise<Configuration> | undefined
  const configuration = () => {
    discovered ??= discovery(issuer, clientId, clientSecret, undefined, {
      timeout: providerTimeout,
      // The signature too, not only that the token came over the provider's own connection.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    }).catch((error: unknown) => {
      // The next sign-in asks again.
      discovered = undefined
      throw error
    })
    return discovered
  }

  return {
    name: 'google',
    async addressFor({ state, nonce, codeVerifier, redirectUri }) {
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
    async whoCameBack(answer, { state, nonce, codeVerifier, redirectUri }) {
      const config = await configuration()
      const tokens = await authorizationCodeGrant(config, answeredAddress(redirectUri, answer), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const subject = tokens.claims()?.sub ?? ''
      // Providers need not put the address and the name into the ID token; the subject must be the same in both.
      const told = await fetchUserInfo(config, tokens.access_token, subject)
      return acceptPerson({
        subject,
        email: told.email_verified === true ? told.email : null,
        name: told.name,
        photo: told.picture,
      })
    },
  }
}

interface GithubOptions {
  /** Where people sign in. */
  site: URL
  /** Where programs ask. */
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

/** GitHub, which speaks OAuth 2 without OpenID: who it is comes from two calls of its API. */
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
    async addressFor({ state, codeVerifier, redirectUri }) {
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
    },
    async whoCameBack(answer, { state, codeVerifier, redirectUri }) {
      const { access_token: token } = await authorizationCodeGrant(
        config,
        answeredAddress(redirectUri, answer),
        { expectedState: state, pkceCodeVerifier: codeVerifier },
      )
      const [user, emails] = await Promise.all([
        ask(token, 'user', githubUser),
        ask(token, 'user/emails', githubEmails),
      ])
      return acceptPerson({
        subject: String(user.id),
        // The public address of a profile may be anybody's; the primary one that GitHub verified is theirs.
        email: emails.find(({ primary, verified }) => primary && verified)?.email,
        name: user.name || user.login,
        photo: user.avatar_url,
      })
    },
  }
}

/** An address below another one, whose own path stays: GitHub Enterprise has its API at `/api/v3`. */
function under(base: URL, path: string): URL {
  return new URL(path, base.href.endsWith('/') ? base : `${base.href}/`)
}

/** Seconds that one call to a provider may take: somebody sits before an empty page meanwhile. */
const providerTimeout = 8

/** The address that the browser came back to, as the browser saw it: behind the gateway ours is another. */
function answeredAddress(redirectUri: string, answer: URLSearchParams): URL {
  const address = new URL(redirectUri)
  address.search = answer.toString()
  return address
}

interface Told {
  subject: string
  /** Verified, or left out. */
  email: string | null | undefined
  name: string | null | undefined
  photo: string | null | undefined
}

const nameMax = 100

/** What a provider told, in our own terms. What isn't fit to be kept is left out rather than refused. */
function acceptPerson(told: Told): ToldPerson {
  if (told.subject === '') throw new Error('the provider did not say who signed in')
  const address = email.safeParse(told.email)
  const photo = photoAddress.safeParse(told.photo)
  return {
    subject: told.subject,
    verifiedEmail: address.success ? address.data : null,
    name: printable(told.name ?? '') || null,
    photo: photo.success ? photo.data : null,
  }
}

/** Control characters and halves of surrogate pairs come in names, but not into the database. */
function printable(name: string): string {
  const plain = name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
  return Array.from(plain).slice(0, nameMax).join('').trim()
}
