import { hostileStrings } from '../hostile-values.ts'
import type { Attack } from './attack.ts'

const oddEncodings = [
  '%',
  '%2',
  '%zz',
  '%00',
  '%ff',
  '%c0%ae%c0%ae%c0%af',
  '%ed%a0%80',
  '%25%30%30',
  '%0d%0aset-cookie:%20a=b',
]
const traversals = [
  '..',
  '.',
  '../..',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2f',
  '%2e%2e',
  '%252e%252e%252f',
  '..%5c..%5c',
  '..;/..;',
  '....//....//',
  '/',
  '//',
  '%2f',
  '%5c',
  '..%00/',
  '.%09.',
  'unified%2fsearch',
]
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** An invalid id. */
export const hostileId: Attack = (draft, random) => {
  const names = Object.keys(draft.path)
  if (names.length === 0) return null
  const values = [...traversals, ...oddEncodings, ...hostileStrings().map(encoded)]
  const [name, value] = [random.pick(names), random.pick(values)]
  draft.path[name] = value
  return `${name} is ${value.slice(0, 80)}`
}

/** An unknown query parameter, or a known one in an unusual form. */
export const hostileQuery: Attack = (draft, random) => {
  const known = draft.operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const name =
    known.length > 0 && random.chance(0.85) ? random.pick(known) : random.pick(['page', 'search', 'x'])
  const value = random.chance(0.2) ? random.pick(oddEncodings) : encoded(random.pick(hostileStrings()))
  const ways: [string, string][][] = [
    [[name, value]],
    [
      [name, value],
      [name, value],
    ],
    [
      [name, '1'],
      [name, '2'],
      [name, value],
    ],
    [[`${name}[]`, value]],
    [[`${name}[__proto__][isAdmin]`, 'true']],
    [[`${name}[length]`, '1000000000']],
    [['__proto__', value]],
    [['constructor[prototype][isAdmin]', 'true']],
    [[encodeURIComponent(`${name}\u0000`), value]],
    Array.from({ length: 500 }, (_, at) => [`${name}${at}`, '1']),
    [[name, 'y'.repeat(7_000)]],
  ]
  const chosen = random.chance(0.5) ? (ways[0] ?? []) : random.pick(ways)
  draft.query = [...draft.query.filter(([given]) => given !== name || random.chance(0.5)), ...chosen]
  return `${chosen.length} × ${chosen[0]?.join('=').slice(0, 80)}`
}

/** A method that the path doesn't support, or that doesn't exist. */
export const otherMethod: Attack = (draft, random) => {
  draft.method = random.pick([
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
  ])
  return `by ${draft.method}`
}
