import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { temporaryFolder } from '@rehearse/testing'
import { expect, test } from 'vitest'
import { audioTooLarge } from '../audio/errors.ts'
import { openStaging } from './staging.ts'

/** A source that can be written for a while and then fails, as on a disk that becomes full. */
function writtenUntil(code: string): Readable {
  const pieces = (function* () {
    yield Buffer.alloc(1_000)
    throw Object.assign(new Error(code), { code, syscall: 'write' })
  })()
  return Readable.from(pieces)
}

test.each([
  ['ENOSPC', { kind: 'unavailable', code: 'storage_full' }],
  ['EDQUOT', { kind: 'unavailable', code: 'storage_full' }],
  ['EIO', { code: 'EIO' }],
])('reports an upload that ends in %s, and leaves nothing of it', async (code, expected) => {
  await using folder = await temporaryFolder()
  const staging = openStaging(folder.path)
  await expect(
    staging.stage(writtenUntil(code), { bytes: 10_000, exceeded: audioTooLarge }),
  ).rejects.toMatchObject(expected)
  expect(await readdir(folder.path)).toEqual([])
})
