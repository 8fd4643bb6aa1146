import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { natsPlatform, natsRelease, natsReleaseSums } from './nats-releases.ts'

const run = promisify(execFile)
/** Without a network we want to know soon: there may be another way. */
const answerWithinMs = 5_000
const downloadWithinMs = 120_000

/**
 * Fetches the pinned official release into `folder`, if it is the one we know by its checksum.
 * @param from the releases' address, for a mirror
 * @returns the program's path
 */
export async function downloadNatsServer(
  folder: string,
  say: (message: string) => void,
  from = 'https://github.com/nats-io/nats-server/releases/download',
): Promise<string> {
  const platform = natsPlatform()
  const expected = natsReleaseSums[platform]
  if (!expected) throw new Error(`no official release of nats-server is known for ${platform}`)
  const name = `nats-server-v${natsRelease}-${platform}`
  const url = `${from}/v${natsRelease}/${name}.tar.gz`
  say(`Downloading ${url}`)
  const archive = await fetchWhole(url)
  const sum = createHash('sha256').update(archive).digest('hex')
  if (sum !== expected)
    throw new Error(`${url} is not the release we know: its SHA-256 is ${sum}, not ${expected}`)

  const unfinished = `${folder}.${randomUUID()}`
  try {
    await mkdir(unfinished, { recursive: true })
    await writeFile(join(unfinished, 'archive.tar.gz'), archive)
    await run('tar', ['-xzf', 'archive.tar.gz', '--strip-components=1', `${name}/nats-server`], {
      cwd: unfinished,
    })
    await rm(join(unfinished, 'archive.tar.gz'))
    await mkdir(dirname(folder), { recursive: true })
    await rm(folder, { recursive: true, force: true })
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  return join(folder, 'nats-server')
}

async function fetchWhole(url: string): Promise<Buffer> {
  const giveUp = new AbortController()
  const patience = setTimeout(() => giveUp.abort(new Error('no answer')), answerWithinMs)
  try {
    const reply = await fetch(url, { signal: giveUp.signal })
    if (!reply.ok) throw new Error(`it answered ${reply.status}`)
    clearTimeout(patience)
    const tooLong = setTimeout(() => giveUp.abort(new Error('too slow')), downloadWithinMs)
    try {
      return Buffer.from(await reply.arrayBuffer())
    } finally {
      clearTimeout(tooLong)
    }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new Error(`${url} can't be downloaded: ${cause instanceof Error ? cause.message : cause}`, {
      cause: error,
    })
  } finally {
    clearTimeout(patience)
  }
}
