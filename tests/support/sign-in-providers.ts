import { startTestGithub } from '@rehearse/testing/test-github'
import { startOpenIdProvider } from '@rehearse/testing/test-openid-provider'

/** The sign-in providers of the tests, and identity's settings for them. */
export async function startSignInProviders(): Promise<{
  env: Record<string, string>
  close(): Promise<void>
}> {
  const [google, github] = await Promise.all([startOpenIdProvider(), startTestGithub()])
  return {
    env: {
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.issuer,
      GITHUB_CLIENT_ID: github.clientId,
      GITHUB_CLIENT_SECRET: github.clientSecret,
      GITHUB_URL: github.url,
      GITHUB_API_URL: `${github.url}/api/v3`,
    },
    close: async () => {
      await Promise.all([google.close(), github.close()])
    },
  }
}
