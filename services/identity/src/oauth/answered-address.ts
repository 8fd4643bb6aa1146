/** The address that the browser came back to, as the browser saw it: behind the gateway ours is another. */
export function answeredAddress(redirectUri: string, answer: URLSearchParams): URL {
  const address = new URL(redirectUri)
  address.search = answer.toString()
  return address
}
