import { hostileStrings } from '../hostile-values.ts'
import type { Attack } from './attack.ts'

/** Strings that a header can hold: without line ends and nulls, which are framing attacks. */
const sendable = hostileStrings().filter((text) => !['\r', '\n', '\0'].some((end) => text.includes(end)))

const some: Readonly<Record<string, readonly string[]>> = {
  accept: ['*/*', 'text/html', 'application/xml', ',,,', 'a/b;q=9'],
  'accept-encoding': ['br', 'gzip;q=0, *;q=0', 'nonsense', 'identity;q=0'],
  'accept-language': ['*', 'xx-YY-zz', ';;;'],
  'cache-control': ['no-cache', 'only-if-cached', 'max-age=-1'],
  cookie: ['a', '=', ';;;;', 'a=%', '__proto__=x', 'token=x; token=y', 'a="', 'rehearse_token=null'],
  expect: ['100-continue', 'nonsense'],
  'idempotency-key': ['', 'x', 'a b', '"', 'é', 'k'.repeat(201)],
  'if-match': ['*', '"1"', 'W/"1"', '1', '"', '""', '"99999999999999999999"', '"-1"', 'null'],
  'if-none-match': ['*', '"x"', 'W/', '"', ',,,,'],
  'if-modified-since': ['Sat, 32 Jan 2026 25:61:61 GMT', '0', 'x'],
  'last-event-id': ['-1', '0', '1e9', '99999999999999999999', 'x', 'NaN', '0:0:0'],
  origin: ['null', 'https://evil.example', 'x', 'http://[', 'file://'],
  range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=5-1',
    'bytes=0-0,1-1,2-2',
    'bytes=-0',
    'bytes=9999999999999999999-',
    'x=1',
    `bytes=${'0-1,'.repeat(500)}`,
  ],
  referer: ['javascript:alert(1)', 'x'],
  'sec-fetch-site': ['cross-site', 'none', 'x'],
  te: ['trailers', 'gzip'],
  traceparent: ['00-0-0-0', '00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff', 'x', ''],
  tracestate: ['a=b', '=', 'x'.repeat(600)],
  upgrade: ['websocket', 'h2c', 'TLS/1.0'],
  'user-agent': ['', "sqlmap' or 1=1", '() { :; }; echo vulnerable'],
  'x-forwarded-for': ['127.0.0.1', '::1, ', 'unknown', '999.999.999.999'],
  'x-forwarded-host': ['evil.example', '', '['],
  'x-forwarded-proto': ['https', 'javascript', ''],
  'x-http-method-override': ['DELETE', 'TRACE'],
  'x-request-id': ['', '<script>', 'a b', 'x'.repeat(5_000), '../../x'],
  'x-user-id': ['00000000-0000-0000-0000-000000000000', 'admin'],
  'x-user-role': ['super_admin'],
  'x-original-url': ['/metrics', '/readyz'],
}

/** One to four wrong or nonsensical headers. */
export const hostileHeaders: Attack = (draft, random) => {
  const added = Array.from({ length: 1 + random.below(4) }, (): [string, string] => {
    const name = random.pick(Object.keys(some))
    return [name, random.chance(0.75) ? random.pick(some[name] ?? ['']) : random.pick(sendable)]
  })
  draft.headers.push(...added)
  return added.map(([name, value]) => `${name}: ${value.slice(0, 40)}`).join(', ')
}

const credentials = [
  'Bearer',
  'Bearer ',
  'Bearer null',
  'bearer x.y.z',
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicm9sZSI6InN1cGVyX2FkbWluIn0.',
  'Bearer eyJhbGciOiJIUzI1NiIsImtpZCI6Ii4uLy4uL2Rldi9udWxsIn0.e30.AAAA',
  'Basic cm9vdDpyb290',
  'Digest username="x"',
  `Bearer ${'x'.repeat(6_000)}`,
  'Bearer a, Bearer b',
  '\ttoken',
]

/** A forged token, instead of or in addition to the caller's. */
export const hostileCredentials: Attack = (draft, random) => {
  const bad = random.pick(credentials)
  if (random.chance(0.7)) draft.headers = draft.headers.filter(([name]) => name !== 'authorization')
  draft.headers.push(['authorization', bad])
  return `authorization: ${bad.slice(0, 60)}`
}

/** Too many headers, or too large ones. */
export const manyHeaders: Attack = (draft, random) => {
  const [count, length] = random.pick([
    [150, 10],
    [2_100, 1],
    [1, 15_000],
    [1, 40_000],
  ] as const)
  for (let at = 0; at < count; at += 1) draft.headers.push([`x-${at}`, 'h'.repeat(length)])
  return `${count} more headers of ${length} bytes`
}
