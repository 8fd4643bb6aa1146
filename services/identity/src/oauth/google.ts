import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import { acceptPerson } from './accept-person.ts'
import { answeredAddress } from './answered-address.ts'
import type { SignInProvider } from './provider.ts'
import { providerTimeout } from './provider-timeout.ts'

export interface GoogleOptions {
  issuer: URL
  clientId: string
  clientSecret: string
}

/** Google, or whatever OpenID provider the issuer names: all there is to know is in its discovery document. */
export function googleSignIn({ issuer, clientId, clientSecret }: GoogleOptions): SignInProvider {
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
