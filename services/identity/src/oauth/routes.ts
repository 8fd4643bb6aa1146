import { cookieNames, providersReply, signInProvider } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cameOverHttps, setLearnerCookies } from '../sessions/cookies.ts'
import { deviceOf } from '../sessions/device.ts'
import type { SignInProviders } from './configured-providers.ts'
import {
  beginSignIn,
  completeSignIn,
  newSecret,
  type OauthDependencies,
  providerNotOffered,
  TRANSACTION_TTL,
  takeReturn,
} from './oauth-flow.ts'
import type { SignInProvider } from './provider.ts'

const tags = ['Identity']
const params = z.object({ provider: z.string() })

export interface OauthRouteDependencies extends OauthDependencies {
  providers: SignInProviders
  /** Where browsers find us; where nothing is configured, where the gateway says that they do. */
  publicOrigin: string | undefined
}

/** Signing in with an account elsewhere: both calls are visited by the browser itself and answer with a redirect. */
export function oauthRoutes(
  app: App,
  { providers, publicOrigin, ...dependencies }: OauthRouteDependencies,
): void {
  const providerOf = (request: FastifyRequest<{ Params: z.infer<typeof params> }>): SignInProvider => {
    const { provider: name } = request.params
    const provider = providers.get(name)
    if (provider === undefined) throw providerNotOffered(name)
    return provider
  }
  const redirectUriOf = (request: FastifyRequest, provider: SignInProvider): string =>
    `${publicOrigin ?? `${request.protocol}://${request.host}`}/api/auth/oauth/${provider.name}/callback`

  app.get(
    '/api/auth/providers',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Other sites to sign in with, as configured',
        response: { 200: providersReply },
      },
    },
    async () => ({
      success: true as const,
      providers: signInProvider.options.filter((name) => providers.has(name)),
    }),
  )

  app.get(
    '/api/auth/oauth/:provider',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Go to another site to sign in; `returnTo` is the page to come back to',
        params,
        querystring: z.object({ returnTo: z.string().max(2_000).optional().catch(undefined) }),
        response: { 303: z.null() },
      },
    },
    async (request, reply) => {
      const provider = providerOf(request)
      const goOn = returnPath(request.query.returnTo)
      const browser = request.cookies[cookieNames.oauth] || newSecret()
      try {
        const address = await beginSignIn(dependencies, provider, {
          browser,
          redirectUri: redirectUriOf(request, provider),
          returnPath: goOn,
        })
        setBrowserCookie(reply, browser)
        return reply.redirect(address.href, 303)
      } catch (error) {
        return backToSignIn(reply, provider, goOn, error)
      }
    },
  )

  app.get(
    '/api/auth/oauth/:provider/callback',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Where the other site sends the browser back to, signed in or not',
        params,
        response: { 303: z.null() },
      },
    },
    async (request, reply) => {
      const provider = providerOf(request)
      const answer = new URLSearchParams(request.raw.url?.split('?')[1] ?? '')
      const state = answer.get('state') ?? ''
      let goOn = '/'
      try {
        const browser = request.cookies[cookieNames.oauth] ?? ''
        goOn = (await takeReturn(dependencies.db, provider.name, { state, browser })).returnPath
        const redirectUri = redirectUriOf(request, provider)
        const signedIn = await completeSignIn(
          dependencies,
          provider,
          { state, answer, redirectUri },
          { device: deviceOf(request), isFamiliarTo: (account) => request.isFamiliarTo(account) },
        )
        request.provenAccount = signedIn.account
        setLearnerCookies(reply, signedIn)
        return reply.redirect(goOn, 303)
      } catch (error) {
        return backToSignIn(reply, provider, goOn, error)
      }
    },
  )
}

/** The page says what failed, in the specification's words; the log says why, without what the provider sent. */
function backToSignIn(
  reply: FastifyReply,
  { name }: SignInProvider,
  goOn: string,
  error: unknown,
): FastifyReply {
  reply.log.warn({ provider: name, reason: reasonOf(error) }, 'sign-in with a provider failed')
  const query = new URLSearchParams({ failed: name, ...(goOn !== '/' && { returnTo: goOn }) })
  return reply.redirect(`/auth?${query}`, 303)
}

/** Causes of such errors hold codes and tokens: nothing but the error's own name and code may be told. */
function reasonOf(error: unknown): string {
  const { code, error: oauthError, message } = error as { code?: unknown; error?: unknown; message?: unknown }
  return [oauthError, code, message]
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, 200)
}

/** Lax: the way back is a link from another site. */
function setBrowserCookie(reply: FastifyReply, browser: string): void {
  reply.setCookie(cookieNames.oauth, browser, {
    path: '/api/auth/oauth',
    httpOnly: true,
    sameSite: 'lax',
    secure: cameOverHttps(reply.request),
    maxAge: TRANSACTION_TTL,
  })
}

/** Where nobody is sent to: calls answer with data, and signing in again would lead in a circle. */
const notAPage = /^\/(api|auth)(\/|$)/

/**
 * A path of our own to go on at after a sign-in; the start page for everything else, above all for what a browser would
 * take for another site (`//evil.example`, `/\evil.example`, a tab within).
 */
export function returnPath(wanted: string | undefined): string {
  const here = 'http://here.invalid'
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return '/'
  const address = new URL(wanted, here)
  if (address.origin !== here || notAPage.test(address.pathname)) return '/'
  const path = `${address.pathname}${address.search}${address.hash}`
  // Dots that resolve to nothing leave `//` at the front: another site again.
  return path.startsWith('//') ? '/' : path
}
