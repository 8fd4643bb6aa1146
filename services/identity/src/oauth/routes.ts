import {
  cookieNames,
  finishOauth,
  listSignInProviders,
  signInProvider,
  startOauth,
} from '@rehearse/contracts'
import { type App, serve } from '@rehearse/service-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isHttps, setLearnerCookies } from '../sessions/cookies.ts'
import { deviceOf } from '../sessions/device.ts'
import type { SignInProviders } from './configured-providers.ts'
import {
  beginSignIn,
  completeSignIn,
  consumeCallback,
  newSecret,
  type OauthDependencies,
  providerNotOffered,
  TRANSACTION_TTL,
} from './oauth-flow.ts'
import type { SignInProvider } from './provider.ts'

const params = z.object({ provider: z.string() })

export interface OauthRouteDependencies extends OauthDependencies {
  providers: SignInProviders
  /** The site's public origin; if not configured, the one reported by the gateway. */
  publicOrigin: string | undefined
  /** Whether sign-in links can be mailed. */
  sendsMail: boolean
}

/** Sign-in with a provider; the browser navigates to both routes, which respond with a redirect. */
export function oauthRoutes(
  app: App,
  { providers, publicOrigin, sendsMail, ...dependencies }: OauthRouteDependencies,
): void {
  const providerOf = (request: FastifyRequest<{ Params: z.infer<typeof params> }>): SignInProvider => {
    const { provider: name } = request.params
    const provider = providers.get(name)
    if (provider === undefined) throw providerNotOffered(name)
    return provider
  }
  const redirectUriOf = (request: FastifyRequest, provider: SignInProvider): string =>
    `${publicOrigin ?? `${request.protocol}://${request.host}`}/api/auth/oauth/${provider.name}/callback`

  serve(app, listSignInProviders, async () => ({
    success: true as const,
    providers: signInProvider.options.filter((name) => providers.has(name)),
    signInLink: sendsMail,
  }))

  serve(app, startOauth, async (request, reply) => {
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
  })

  serve(app, finishOauth, async (request, reply) => {
    const provider = providerOf(request)
    const answer = new URLSearchParams(request.raw.url?.split('?')[1] ?? '')
    const state = answer.get('state') ?? ''
    let goOn = '/'
    try {
      const browser = request.cookies[cookieNames.oauth] ?? ''
      goOn = (await consumeCallback(dependencies.db, provider.name, { state, browser })).returnPath
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
  })
}

/** The page shows that it failed; the log has the reason, without the provider's data. */
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

/** Causes of such errors contain codes and tokens, so only names, codes and messages are logged. */
function reasonOf(error: unknown): string {
  const { code, error: oauthError, message } = error as { code?: unknown; error?: unknown; message?: unknown }
  return [oauthError, code, message]
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, 200)
}

/** Lax, since the callback is a navigation from another site. */
function setBrowserCookie(reply: FastifyReply, browser: string): void {
  reply.setCookie(cookieNames.oauth, browser, {
    path: '/api/auth/oauth',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(reply.request),
    maxAge: TRANSACTION_TTL,
  })
}

/** Paths never redirected to: the API, and the sign-in page, which would loop. */
const notAPage = /^\/(api|auth)(\/|$)/

/**
 * The path to redirect to after a sign-in. Returns the start page for anything else, above all for URLs that a
 * browser would treat as another site (`//evil.example`, `/\evil.example`, a tab inside).
 */
export function returnPath(wanted: string | undefined): string {
  const here = 'http://here.invalid'
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return '/'
  const address = new URL(wanted, here)
  if (address.origin !== here || notAPage.test(address.pathname)) return '/'
  const path = `${address.pathname}${address.search}${address.hash}`
  // Dot segments can resolve to a leading `//`, which is another site.
  return path.startsWith('//') ? '/' : path
}
