import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@rehearse/testing/temporary-folder'
import { expect, test } from 'vitest'
import { checksumOf, findDamage, writeChecksums } from './parts.ts'

test('changed, missing and added files are found, and an unfinished backup is rejected', async () => {
  await using folder = await temporaryFolder()
  const at = (path: string) => join(folder.path, path)
  await mkdir(at('database'))
  const files = ['database/one.zst', 'database/two.zst', 'manifest.json']
  for (const path of files) await writeFile(at(path), path)
  await expect(findDamage(folder.path)).rejects.toThrow(/unfinished one/)

  const sums = await Promise.all(files.map(async (path) => [path, await checksumOf(at(path))] as const))
  await writeChecksums(folder.path, new Map(sums))
  expect(await findDamage(folder.path)).toEqual([])
  await writeFile(at('database/one.zst'), 'database/0ne.zst')
  await rm(at('database/two.zst'))
  await writeFile(at('database/three.zst'), '')
  expect(await findDamage(folder.path)).toEqual([
    'database/one.zst is not what was written',
    'database/two.zst is missing',
    'database/three.zst is none of its files',
  ])
})
