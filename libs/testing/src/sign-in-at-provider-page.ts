import { type Browsing, browse } from './browse.ts'

export interface ProviderSignInOptions {
  /** The address of identity, or of the gateway in front of it. */
  url: string
  provider: 'google' | 'github'
  /** The input of the provider's form (`openIdAccount`, `githubAccount`); anything else declines. */
  account: string
  returnTo?: string
  browsing?: Browsing
}

/** Goes to the provider, chooses an account, and stops where the provider redirects back. */
export async function signInAtProvider({
  url,
  provider,
  account,
  returnTo,
  browsing = browse(),
}: ProviderSignInOptions): Promise<{ browsing: Browsing; back: URL }> {
  const query = returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo })}`
  const page = await browsing.follow(`${url}/api/auth/oauth/${provider}${query}`)
  const html = await page.response.text()
  if (!html.includes('name="account"')) throw new Error(`no account to choose at ${page.address}: ${html}`)
  const hidden = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const form = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
  const { address } = await browsing.follow(page.address.href, {
    form: { ...form, account },
    stopAt: (next) => next.pathname.endsWith('/callback'),
  })
  return { browsing, back: address }
}

/** The whole flow, to the signed-in page or back to the sign-in. */
export async function signInAtProviderPage(how: ProviderSignInOptions) {
  const { browsing, back } = await signInAtProvider(how)
  const reply = await browsing.visit(back.href)
  const { host } = new URL(how.url)
  return {
    browsing,
    status: reply.status,
    location: reply.headers.get('location') ?? '',
    token: browsing.cookie(host, 'rehearse_token'),
    refreshToken: browsing.cookie(host, 'rehearse_refresh'),
  }
}
