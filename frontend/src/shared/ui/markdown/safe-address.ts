const allowed = new Set(['https:', 'http:', 'mailto:'])

/** The address if following it can't run anything, else undefined. Relative ones stay on our own site. */
export function safeAddress(url: string): string | undefined {
  const parsed = URL.parse(url, 'https://relative.invalid')
  return parsed && allowed.has(parsed.protocol) ? url : undefined
}
