import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'

/** A user of the provider. */
export interface TestPerson {
  sub: string
  email: string
  emailVerified: boolean
  name?: string
  picture?: string
}

/** A real OpenID provider (`oidc-provider`) that accepts any account. */
export interface TestOpenIdProvider {
  issuer: string
  clientId: string
  clientSecret: string
  close(): Promise<void>
}

const clientId = 'rehearse'
const clientSecret = 'a secret among tests'

/** The input of the provider's form that chooses this person. */
export const openIdAccount = (person: Partial<TestPerson> & Pick<TestPerson, 'email'>): string =>
  JSON.stringify({ sub: randomUUID(), emailVerified: true, ...person })

/**
 * Starts the provider on a free port. Its sign-in page is a form with one field, `account`, that a browser or `fetch`
 * can submit. Any other input declines.
 */
export async function startOpenIdProvider(): Promise<TestOpenIdProvider> {
  const people = new Map<string, TestPerson>()
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = openIdProvider(issuer, people)
  const callback = provider.callback()
  server.on('request', (request, reply) => {
    if (request.url?.startsWith('/interaction/')) void chooseAccount(provider, people, request, reply)
    else callback(request, reply)
  })

  return {
    issuer,
    clientId,
    clientSecret,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function openIdProvider(issuer: string, people: ReadonlyMap<string, TestPerson>): Provider {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://localhost/api/auth/oauth/google/callback'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    cookies: { keys: ['a key of tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, id) => {
      const person = people.get(id)
      if (person === undefined) return undefined
      return {
        accountId: id,
        claims: () => ({
          sub: id,
          email: person.email,
          email_verified: person.emailVerified,
          name: person.name,
          picture: person.picture,
        }),
      }
    },
    // Users who sign in grant what the client requests.
    loadExistingGrant: async (context: KoaContextWithOIDC) => {
      const { client, session } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  // The platform's port isn't known when the client is registered: loopback with any port, as in RFC 8252.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/api\/auth\/oauth\/google\/callback$/.test(uri)
  return provider
}

/** Shows the form; when submitted, the sign-in continues. */
async function chooseAccount(
  provider: Provider,
  people: Map<string, TestPerson>,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const person = readAccount(new URLSearchParams(await text(request)).get('account'))
    if (person !== null) people.set(person.sub, person)
    const result = person
      ? { login: { accountId: person.sub }, select_account: {} }
      : { error: 'access_denied', error_description: 'the person said no' }
    await provider.interactionFinished(request, reply, result)
    return
  }
  const { prompt } = await provider.interactionDetails(request, reply)
  reply.setHeader('content-type', 'text/html; charset=utf-8')
  reply.end(`<!doctype html><html lang="en"><title>Choose an account</title><h1>Choose an account</h1>
<form method="post" data-prompt="${prompt.name}"><label>Account <input name="account"></label><button>Continue</button></form>`)
}

function readAccount(typed: string | null): TestPerson | null {
  return typed?.startsWith('{') ? (JSON.parse(typed) as TestPerson) : null
}
