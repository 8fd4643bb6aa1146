import { deflateRawSync, gzipSync } from 'node:zlib'
import { bodyOf } from '../draft.ts'
import { print } from '../json.ts'
import { brokenMultipart } from '../multipart.ts'
import { broken, mutate } from '../mutate.ts'
import type { Attack } from './attack.ts'

/** Replaces one to three values of the body. */
export const hostileBody: Attack = (draft, random) => {
  if (draft.json === null) return null
  const times = 1 + random.below(3)
  for (let time = 0; time < times; time += 1) draft.json = mutate(draft.json, random)
  return `a body with ${times} changes: ${print(draft.json).slice(0, 200)}`
}

export const brokenBody: Attack = (draft, random, ids) => {
  const { body } = draft.operation
  if (body?.type === 'multipart/form-data') {
    const form = brokenMultipart(body.schema, random, ids)
    draft.body = form.body
    setHeader(draft.headers, 'content-type', form.type)
    return `a broken form of ${form.body.length} bytes, ${form.type}`
  }
  if (draft.json === null) return null
  draft.body = broken(print(draft.json), random)
  return `a broken body: ${draft.body.toString('latin1').slice(0, 100)}`
}

/** An unexpected body, or a missing one. */
export const unexpectedBody: Attack = (draft) => {
  if (bodyOf(draft) === null) {
    draft.body = Buffer.from('{"__proto__":{"isAdmin":true}}')
    setHeader(draft.headers, 'content-type', 'application/json')
    return 'an unexpected body'
  }
  draft.json = null
  draft.body = null
  return 'no body'
}

const types = [
  '',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-7',
  'application/json; charset=utf-16',
  'application/json, text/html',
  'application/problem+json',
  'APPLICATION/JSON',
  'application/json;',
  'application/json\t; a="',
  'multipart/form-data',
  'multipart/form-data; boundary="',
  '/',
  'json',
  'x'.repeat(2_000),
]

export const wrongType: Attack = (draft, random) => {
  if (bodyOf(draft) === null) return null
  const type = random.pick(types)
  setHeader(draft.headers, 'content-type', type)
  return `content-type ${JSON.stringify(type.slice(0, 60))}`
}

/** A compressed body, one that claims to be, or one that grows when it is decompressed. */
export const packedBody: Attack = (draft, random) => {
  const body = bodyOf(draft)
  if (body === null) return null
  const encoding = random.pick(['gzip', 'deflate', 'br', 'identity', 'zstd', 'gzip, gzip', 'nonsense'])
  const bomb = () => gzipSync(Buffer.alloc(20_000_000, ' '))
  draft.body = random.pick([() => body, () => gzipSync(body), () => deflateRawSync(body), bomb])()
  draft.headers.push(['content-encoding', encoding])
  return `${draft.body.length} bytes in content-encoding ${encoding}`
}

/** A body over the limit. Rarely sent in full, since that costs the sender most. */
export const oversizedBody: Attack = (draft, random) => {
  if (bodyOf(draft) === null) return null
  const isLarge = draft.operation.path.includes('import') || draft.operation.path.includes('upload')
  if (isLarge && !random.chance(0.05)) return null
  const bytes = (isLarge ? 21 : 1.1) * 1024 * 1024
  draft.body = Buffer.concat([Buffer.from('{"title":"'), Buffer.alloc(bytes, 'x'), Buffer.from('"}')])
  return `a body of ${draft.body.length} bytes`
}

function setHeader(headers: [string, string][], name: string, value: string): void {
  const at = headers.findIndex(([known]) => known === name)
  if (at >= 0) headers.splice(at, 1)
  headers.push([name, value])
}
