import type { SignInProviderName } from '@rehearse/contracts'
import { z } from 'zod'
import { githubSignIn } from './github.ts'
import { googleSignIn } from './google.ts'
import type { SignInProvider } from './provider.ts'

/** Secrets go to these addresses: in the clear to this machine alone, where tests have their providers. */
const providerAddress = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text))
  .refine(
    ({ protocol, hostname }) => protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname),
    'must be https, unless on this machine',
  )

export const oauthConfig = z.object({
  /** Google, by its OpenID client; or another OpenID provider under its name, by its issuer. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: providerAddress.prefault('https://accounts.google.com'),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  /** Other ones for GitHub Enterprise. */
  GITHUB_URL: providerAddress.prefault('https://github.com'),
  GITHUB_API_URL: providerAddress.prefault('https://api.github.com'),
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
