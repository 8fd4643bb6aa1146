import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

/**
 * Transactions per second of a script at a number of connections, with prepared statements: what Postgres alone gives.
 * @param script with pgbench's `\set` and statements; kept in `folder` for whoever wants to look
 */
export async function pgbench(options: {
  url: string
  script: string
  folder: string
  connections: number
  seconds: number
}): Promise<number> {
  const file = join(options.folder, 'pgbench.sql')
  await writeFile(file, options.script)
  const { stdout } = await run(binary(), [
    ...['--no-vacuum', '--protocol=prepared', '--jobs=2', `--file=${file}`],
    ...[`--client=${options.connections}`, `--time=${options.seconds}`, options.url],
  ])
  const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
  if (tps === undefined) throw new Error(`pgbench said no figure:\n${stdout}`)
  return Number(tps)
}

/** `PGBENCH`, else Debian's newest, else whatever the path has. */
function binary(): string {
  if (process.env.PGBENCH) return process.env.PGBENCH
  try {
    const newest = readdirSync(debianFolder)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
    return newest ? join(debianFolder, newest, 'bin/pgbench') : 'pgbench'
  } catch {
    return 'pgbench'
  }
}
