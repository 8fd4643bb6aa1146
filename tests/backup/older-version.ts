import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@rehearse/local-platform'
import { cleanClone } from '../support/clean-clone.ts'

/** An older version of the platform, with today's packages. */
export interface OlderVersion extends AsyncDisposable {
  folder: string
  localPlatform(): Promise<typeof import('@rehearse/local-platform')>
}

export async function openVersion(revision: string): Promise<OlderVersion> {
  const folder = await cleanClone(revision)
  await linkPackages(folder)
  return {
    folder,
    localPlatform: () => import(join(folder, 'libs/local-platform/src/index.ts')),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Links all packages that npm installed, except our own, which come from the clone. */
async function linkPackages(folder: string): Promise<void> {
  const [installed, own] = [join(repositoryRoot, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(join(own, '@rehearse'), { recursive: true })
  for (const name of await readdir(installed)) {
    if (name !== '@rehearse') await symlink(join(installed, name), join(own, name))
  }
  for (const room of ['libs', 'services', 'deploy']) {
    for (const name of await readdir(join(folder, room))) {
      const manifest = await readFile(join(folder, room, name, 'package.json'), 'utf8').catch(() => null)
      if (manifest === null) continue
      const { name: published } = JSON.parse(manifest) as { name: string }
      await symlink(join(folder, room, name), join(own, published))
    }
  }
}
