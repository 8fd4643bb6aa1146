import { createHash, randomInt, randomUUID } from 'node:crypto'
import Fastify from 'fastify'

/** A user of the host. */
export interface TestGithubUser {
  id: number
  login: string
  name: string | null
  avatar_url: string
  emails: { email: string; primary: boolean; verified: boolean }[]
}

/** A server with GitHub's OAuth 2 and API: an authorization page, tokens, a user, their email addresses. */
export interface TestGithub {
  url: string
  clientId: string
  clientSecret: string
  close(): Promise<void>
}

interface Grant {
  user: TestGithubUser
  redirectUri: string
  challenge: string
}

const clientId = 'rehearse-at-github'
const clientSecret = 'another secret among tests'

/** The input of the host's form that chooses this user. */
export function githubAccount(user: Partial<TestGithubUser> & Pick<TestGithubUser, 'emails'>): string {
  const id = randomInt(1_000, 1_000_000_000)
  const avatar_url = `https://avatars.example.com/u/${id}`
  return JSON.stringify({ id, login: `user-${id}`, name: null, avatar_url, ...user })
}

export async function startTestGithub(): Promise<TestGithub> {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, TestGithubUser>()
  const app = Fastify()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )

  app.get<{ Querystring: Record<string, string> }>('/login/oauth/authorize', async ({ query }, reply) => {
    if (query.client_id !== clientId || query.code_challenge_method !== 'S256') return reply.code(400).send()
    // Without it GitHub signs in the current user without asking.
    if (query.prompt !== 'select_account') return reply.code(400).send('the account is not chosen')
    const fields = ['redirect_uri', 'state', 'code_challenge']
      .map((name) => `<input type="hidden" name="${name}" value="${query[name] ?? ''}">`)
      .join('')
    return reply
      .type('text/html')
      .send(`<!doctype html><html lang="en"><title>Authorize</title><h1>Authorize Rehearse</h1>
<form method="post">${fields}<label>Login <input name="account"></label><button>Authorize</button></form>`)
  })

  app.post<{ Body: Record<string, string> }>('/login/oauth/authorize', async ({ body }, reply) => {
    const back = new URL(body.redirect_uri ?? '')
    back.searchParams.set('state', body.state ?? '')
    if (!body.account?.startsWith('{')) {
      back.searchParams.set('error', 'access_denied')
      return reply.redirect(back.href, 302)
    }
    const code = randomUUID()
    const user = JSON.parse(body.account) as TestGithubUser
    codes.set(code, { user, redirectUri: body.redirect_uri ?? '', challenge: body.code_challenge ?? '' })
    back.searchParams.set('code', code)
    return reply.redirect(back.href, 302)
  })

  app.post<{ Body: Record<string, string> }>('/login/oauth/access_token', async ({ body }) => {
    const grant = codes.get(body.code ?? '')
    codes.delete(body.code ?? '')
    const challenge = createHash('sha256')
      .update(body.code_verifier ?? '')
      .digest('base64url')
    const isGood =
      grant?.challenge === challenge &&
      grant.redirectUri === body.redirect_uri &&
      body.client_id === clientId &&
      body.client_secret === clientSecret
    // GitHub reports this with a 200, too.
    if (!isGood) return { error: 'bad_verification_code', error_description: 'incorrect or expired' }
    const token = `gho_${randomUUID()}`
    tokens.set(token, grant.user)
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
  })

  const userOf = (authorization: string | undefined) =>
    tokens.get(authorization?.slice('Bearer '.length) ?? '')
  app.get('/api/v3/user', async ({ headers }, reply) => {
    const user = userOf(headers.authorization)
    if (user === undefined) return reply.code(401).send({ message: 'Bad credentials' })
    const { emails: _emails, ...shown } = user
    return { ...shown, email: 'shown-to-all@example.com' }
  })
  app.get('/api/v3/user/emails', async ({ headers }, reply) => {
    const user = userOf(headers.authorization)
    return user?.emails ?? reply.code(401).send({ message: 'Bad credentials' })
  })

  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    clientId,
    clientSecret,
    close: () => app.close(),
  }
}
