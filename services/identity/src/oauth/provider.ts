import type { SignInProviderName } from '@rehearse/contracts'

/** A user's profile at a provider. */
export interface ProviderProfile {
  /** The provider's user id, which never changes. */
  subject: string
  /** Null unless the provider has verified it. */
  verifiedEmail: string | null
  name: string | null
  photo: string | null
}

/** The parameters of one sign-in with a provider. */
export interface Handshake {
  state: string
  /** For PKCE (RFC 7636). */
  codeVerifier: string
  nonce: string
  /** The callback URL. */
  redirectUri: string
}

/** A sign-in provider. Both methods throw if the provider fails or can't be reached. */
export interface SignInProvider {
  name: SignInProviderName
  /** The URL to redirect to; it always offers a choice of accounts. */
  authorizationUrl(handshake: Handshake): Promise<URL>
  /** @param answer the query of the callback */
  fetchProfile(answer: URLSearchParams, handshake: Handshake): Promise<ProviderProfile>
}
