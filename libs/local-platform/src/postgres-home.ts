import { createHash } from 'node:crypto'
import { access, mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalPlatformError } from './local-platform-error.ts'
import { type Account, canEnter } from './postgres-account.ts'

/** Where data and programs go when a data folder can't be entered by the user that Postgres runs as. */
export const defaultCommonDir = '/var/lib/rehearse'

/**
 * The folder that holds (or will hold) the cluster: `dataDir` itself, or, where the user that runs Postgres can't
 * enter that, one under `commonDir`, which the file `location` in `dataDir` then names for good.
 */
export async function postgresHome(
  dataDir: string,
  account: Account | undefined,
  commonDir: string,
  say: (message: string) => void,
): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const pointer = join(dataDir, 'location')
  const written = await readFile(pointer, 'utf8').catch(() => null)
  if (written?.trim()) {
    const home = written.trim()
    await mkdir(home, { recursive: true })
    say(`The database's files are in ${home} (as ${pointer} says)`)
    return home
  }
  if (await canEnter(account, dataDir)) return dataDir
  if (await exists(join(dataDir, 'cluster'))) {
    throw new LocalPlatformError(
      `The user postgres can't enter ${dataDir}, where the database's files are: give the folders above it the mode x for others (chmod o+x), or start as their owner.`,
    )
  }
  const id = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 12)
  const home = join(commonDir, id)
  say(`The user postgres can't enter ${dataDir}: the database's files go to ${home}`)
  await mkdir(home, { recursive: true })
  await writeFile(pointer, `${home}\n`)
  return home
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
