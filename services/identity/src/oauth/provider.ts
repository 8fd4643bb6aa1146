import type { SignInProviderName } from '@rehearse/contracts'

/** What a provider tells of the person who signed in there. */
export interface ToldPerson {
  /** The provider's own id of them, which never changes. */
  subject: string
  /** Null unless the provider says that it is verified: any other address is worth nothing here. */
  verifiedEmail: string | null
  name: string | null
  photo: string | null
}

/** What one sign-in at a provider is held together by. */
export interface Handshake {
  state: string
  /** For PKCE (RFC 7636). */
  codeVerifier: string
  nonce: string
  /** Where the provider sends the browser back to. */
  redirectUri: string
}

/** A site that people may sign in with. Both calls throw for whatever goes wrong, be it there or on the way. */
export interface SignInProvider {
  name: SignInProviderName
  /** Where to send the browser; the choice of an account is always offered there. */
  addressFor(handshake: Handshake): Promise<URL>
  /** @param answer the query that the browser came back with */
  whoCameBack(answer: URLSearchParams, handshake: Handshake): Promise<ToldPerson>
}
