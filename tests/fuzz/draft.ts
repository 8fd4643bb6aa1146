import { fittingValue, type Ids } from './fitting-value.ts'
import { type Json, print } from './json.ts'
import { multipart } from './multipart.ts'
import type { Operation, Parameter } from './operations.ts'
import type { RandomSource } from './random-source.ts'

/** A request under construction: valid until an attack changes it. */
export interface Draft {
  operation: Operation
  method: string
  /** The path's parameters as in the URL, percent-encoded if at all. */
  path: Record<string, string>
  /** As in the URL, too. */
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  /** The body as JSON; null if there is none, or if `body` replaces it. */
  json: Json | null
  /** Replaces the serialized `json`. */
  body: Buffer | null
}

/** A request that the OpenAPI document allows. */
export function draftOf(operation: Operation, random: RandomSource, ids: Ids): Draft {
  const chosen = (where: Parameter['in']) =>
    operation.parameters.filter(
      (one) => one.in === where && (where === 'path' || one.required || random.chance(0.3)),
    )
  const value = ({ schema }: Parameter) => encodeURIComponent(String(fittingValue(schema, random, ids)))
  const draft: Draft = {
    operation,
    method: operation.method,
    path: Object.fromEntries(chosen('path').map((one) => [one.name, idOr(value(one), random, ids)])),
    query: chosen('query').map((one) => [one.name, value(one)]),
    headers: chosen('header').map((one) => [one.name, value(one)]),
    json: null,
    body: null,
  }
  if (operation.body === null) return draft
  const { type, schema } = operation.body
  if (type === 'multipart/form-data') {
    const form = multipart(schema, random, ids)
    return { ...draft, body: form.body, headers: [...draft.headers, ['content-type', form.type]] }
  }
  return {
    ...draft,
    json: fittingValue(schema, random, ids),
    headers: [...draft.headers, ['content-type', type]],
  }
}

/** A path parameter is more often an id than its schema says. */
function idOr(value: string, random: RandomSource, ids: Ids): string {
  if (ids.length > 0 && random.chance(0.6)) return encodeURIComponent(random.pick(ids))
  return random.chance(0.5) ? random.uuid() : value || random.uuid()
}

export function addressOf({ operation, path, query }: Draft): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? name)
  return query.length === 0
    ? filled
    : `${filled}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`
}

export function bodyOf({ json, body }: Draft): Buffer | null {
  return body ?? (json === null ? null : Buffer.from(print(json)))
}

/** @param framed false if an attack sets the body's length itself */
export function written(draft: Draft, framed = true): Buffer {
  const body = bodyOf(draft)
  const length: [string, string][] =
    framed && body !== null && !draft.headers.some(([name]) => name === 'content-length')
      ? [['content-length', String(body.length)]]
      : []
  const lines = [
    `${draft.method} ${addressOf(draft)} HTTP/1.1`,
    ...[...draft.headers, ...length].map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'), body ?? Buffer.alloc(0)])
}
