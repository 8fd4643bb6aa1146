import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@rehearse/testing'
import { expect, test } from 'vitest'
import { removeOld } from './backup.ts'

test('removes old backups, finished or not, and nothing else', async () => {
  await using folder = await temporaryFolder()
  const old = ['2026-10-22T03-17-00', '2026-10-01T03-17-00.unfinished']
  const kept = ['2026-10-22T03-17-02', '2026-11-21T03-17-00.unfinished', 'keys', '2026-10-01 before the move']
  for (const name of [...old, ...kept]) await mkdir(join(folder.path, name))
  await writeFile(join(folder.path, '2026-10-22T03-17-00', 'manifest.json'), '{}')
  expect(await removeOld(folder.path, 30, new Date('2026-11-21T03:17:01Z'))).toBe(2)
  expect((await readdir(folder.path)).sort()).toEqual(kept.sort())
})
