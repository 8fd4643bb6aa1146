import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
} from 'openid-client'
import { z } from 'zod'
import { acceptPerson } from './accept-person.ts'
import { answeredAddress } from './answered-address.ts'
import type { SignInProvider } from './provider.ts'
import { providerTimeout } from './provider-timeout.ts'

export interface GithubOptions {
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
export function githubSignIn({ site, api, clientId, clientSecret }: GithubOptions): SignInProvider {
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
