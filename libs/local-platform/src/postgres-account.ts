import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { LocalPlatformError } from './local-platform-error.ts'

const run = promisify(execFile)
const name = 'postgres'

/** Whom Postgres runs as. */
export interface Account {
  uid: number
  gid: number
}

/**
 * Postgres refuses to run as root: then it runs as the user `postgres`, made here if there is none.
 * @returns undefined when we are not root, and Postgres runs as who we are
 */
export async function postgresAccount(say: (message: string) => void): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const known = await lookUp()
  if (known) return known
  say(`Postgres can't run as root: adding the user ${name} for it`)
  await addUser()
  const added = await lookUp()
  if (added) return added
  throw new LocalPlatformError(
    `Postgres can't run as root, and the user ${name} could not be added: run \`useradd --system ${name}\`, or start as a user other than root.`,
  )
}

async function lookUp(): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

/** By shadow's tools, or by BusyBox's where there are only those. Whether it worked is seen by looking the user up. */
async function addUser(): Promise<void> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name])
  } catch {
    await run('addgroup', ['-S', name]).catch(() => {})
    await run('adduser', ['-S', '-D', '-H', '-s', '/bin/false', '-G', name, name]).catch(() => {})
  }
}

/** Whether that user can enter a folder: some folder above may be closed to others. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  if (!account) return true
  try {
    await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' })
    return true
  } catch {
    return false
  }
}
