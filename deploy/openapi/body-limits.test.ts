import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JSON_VALUES_MAX, SMALL_BODY_LIMIT } from '@rehearse/contracts'
import { endpoints } from '@rehearse/contracts/endpoints'
import { describe, expect, test } from 'vitest'
import type { OpenApi } from './complete-document.ts'
import { largestBody, type Schema } from './largest-body.ts'

const file = await readFile(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')
const { paths, components } = JSON.parse(file) as OpenApi
const schemas = (components?.schemas ?? {}) as Record<string, Schema>

interface Body {
  content?: Record<string, { schema?: Schema }>
}

const writes = endpoints
  .filter(({ method }) => method !== 'GET')
  .map((row) => {
    const operation = paths[row.path.replace(/:(\w+)/g, '{$1}')]?.[row.method.toLowerCase()]
    const schema = (operation?.requestBody as Body | undefined)?.content?.['application/json']?.schema
    const isForm = [operation?.requestBody as Body | undefined].some(
      (body) => body?.content?.['multipart/form-data'] !== undefined,
    )
    return { ...row, isForm, largest: largestBody(schema ?? { type: 'object' }, schemas) }
  })

/** Unbounded schemas, and where they are bounded instead. */
const boundedElsewhere: Readonly<Record<string, string>> = {
  'POST /api/progress/save/batch .answers[]': 'each is checked alone, as that of a save',
  'POST /api/questions/unified .questions[]': 'each is checked alone, as a row of an import',
}

/** Tokens and URLs of calls: one byte per character. */
const onlyAscii = new Set(['POST /api/auth/set-cookie', 'POST /api/traces'])

describe('the body limit of an endpoint', () => {
  test('is 16 KB if its largest valid body is below 8 KB', () => {
    const generous = writes.filter(
      ({ isForm, largest, bodyLimit }) => !isForm && largest.bytes < 8 * 1024 && bodyLimit > SMALL_BODY_LIMIT,
    )
    expect(generous.map(nameOf)).toEqual([])
  })

  test('rejects no valid body if it is 16 KB', () => {
    const strict = writes.filter(
      (row) =>
        row.bodyLimit === SMALL_BODY_LIMIT &&
        row.largest.bytes > row.bodyLimit &&
        !onlyAscii.has(nameOf(row)),
    )
    expect(strict.map((row) => `${nameOf(row)} ${row.largest.bytes}`)).toEqual([])
  })

  test('is based on limits of every string and list', () => {
    const open = writes.flatMap((row) => row.largest.unbounded.map((path) => `${nameOf(row)} ${path}`))
    // A new password has at most 72 bytes, whatever its characters, and so has its repetition.
    const isPassword = (path: string) => /\.(password|newPassword|confirmPassword)$/.test(path)
    expect(open.filter((path) => !(path in boundedElsewhere) && !isPassword(path))).toEqual([])
  })

  test('leaves room for every valid body', () => {
    const crowded = writes.filter(({ largest, bodyLimit, jsonValues = JSON_VALUES_MAX }) => {
      const fitting = Math.min(1, bodyLimit / largest.bytes)
      return largest.values * fitting > jsonValues
    })
    expect(crowded.map((row) => `${nameOf(row)} ${row.largest.values}`)).toEqual([])
  })
})

function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}
