import { isIP } from 'node:net'

/** The data by which a session's owner recognizes it. */
export interface Device {
  userAgent: string | null
  /** Truncated: enough to recognize another location, too little to identify a person. */
  address: string | null
}

/** Longer than any browser's user agent. */
const userAgentMax = 400

/** @param request `ip` as forwarded by the gateway */
export function deviceOf(request: { headers: { 'user-agent'?: string | undefined }; ip: string }): Device {
  const userAgent = request.headers['user-agent']?.replaceAll(unprintable, '').slice(0, userAgentMax).trim()
  return { userAgent: userAgent || null, address: shortenAddress(request.ip) }
}

/** Characters that Postgres can't store or that shouldn't be displayed. */
const unprintable = /[^\x20-\x7e]/g

/** The first three bytes of an IPv4 address, the first 48 bits of an IPv6 address. */
export function shortenAddress(address: string): string | null {
  const v4 = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
  if (isIP(v4) === 4) return v4.replace(/\.\d+$/, '.x')
  if (isIP(address) !== 6) return null
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const all = [...groups, ...Array.from({ length: 8 - groups.length - rest.length }, () => '0'), ...rest]
  return `${all.slice(0, 3).join(':')}::x`
}

type Rule = readonly [sign: RegExp, name: string]

/** In this order, since most browsers also claim to be the ones further down. */
const browsers: readonly Rule[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: readonly Rule[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A user agent in plain words, such as `Firefox on Windows`. */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown device'
  const browser = firstThatFits(browsers, userAgent)
  const system = firstThatFits(systems, userAgent)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

const firstThatFits = (rules: readonly Rule[], text: string) => rules.find(([sign]) => sign.test(text))?.[1]
