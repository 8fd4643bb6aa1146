/** Where nobody is sent to: calls answer with data, and signing in again would lead in a circle. */
const notAPage = /^\/(api|auth)(\/|$)/

/**
 * A path of our own to go on at after a sign-in; the start page for everything else, above all for what a browser would
 * take for another site (`//evil.example`, `/\evil.example`, a tab within).
 */
export function returnPath(wanted: string | undefined): string {
  const here = 'http://here.invalid'
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return '/'
  const address = new URL(wanted, here)
  if (address.origin !== here || notAPage.test(address.pathname)) return '/'
  const path = `${address.pathname}${address.search}${address.hash}`
  // Dots that resolve to nothing leave `//` at the front: another site again.
  return path.startsWith('//') ? '/' : path
}
