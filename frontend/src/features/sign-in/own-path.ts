/** The path to go on at, or the start page for what is no path of ours: the address is anybody's to write. */
export function ownPath(wanted: string | null): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, location.origin)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, location.origin)
  const isOurs = origin === location.origin && !pathname.startsWith('//') && pathname !== '/auth'
  return isOurs ? `${pathname}${search}${hash}` : '/'
}
