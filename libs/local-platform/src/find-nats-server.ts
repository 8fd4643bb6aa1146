import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { LocalPlatformError } from './local-platform-error.ts'
import { repositoryRoot } from './platform-services.ts'

const run = promisify(execFile)

export interface FindNatsOptions {
  /** The folder of downloaded servers. */
  cacheDir?: string
  /** Reports progress to the user. */
  onNote?: (message: string) => void
}

/**
 * Finds a `nats-server` to run: on the PATH, downloaded earlier, the pinned official release, or Debian's package.
 * There is no substitute: without a server there is no platform.
 * @returns the program's path
 * @throws {LocalPlatformError} with how to get one, and why each way failed
 */
export async function findNatsServer({
  cacheDir = join(repositoryRoot, '.cache/nats-server'),
  onNote: say = () => {},
}: FindNatsOptions = {}): Promise<string> {
  const reasons: string[] = []
  const ways: readonly (() => Promise<string>)[] = [
    async () => 'nats-server',
    async () => join(cacheDir, natsRelease, 'nats-server'),
    async () => join(cacheDir, 'debian/nats-server'),
    () => downloadNatsServer(join(cacheDir, natsRelease), say),
    () => unpackDebianNatsServer(join(cacheDir, 'debian'), say),
  ]
  for (const way of ways) {
    try {
      const program = await way()
      const { stdout } = await run(program, ['--version'])
      if (isNewEnough(stdout)) return program
      reasons.push(`${program} is too old (${stdout.trim()})`)
    } catch (error) {
      // A missing file isn't worth reporting, unless it is the last error of its way.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') reasons.push((error as Error).message.trim())
    }
  }
  throw new LocalPlatformError(
    [
      'There is no NATS server to start. Install one so that `nats-server` is on the PATH (https://nats.io/download, `brew install nats-server`, `apt-get install nats-server`), or set NATS_URL to one that runs.',
      ...reasons.map((reason) => `  - ${reason}`),
    ].join('\n'),
  )
}

/** The release of nats-io/nats-server that is downloaded if none is installed. */
const natsRelease = '2.11.9'

/**
 * SHA-256 of `nats-server-v<release>-<platform>.tar.gz`, as published with the release (its SHA256SUMS; those for Linux
 * are also in nats-io/nats-docker, `2.11.x/alpine3.22/Dockerfile`, those for all four in cashapp/hermit-packages).
 */
const natsReleaseSums: Readonly<Record<string, string>> = {
  'linux-amd64': '3eef83faa048d3879937a6871f59ae5d9c3bbf5900905b7a9ff996a894d755ab',
  'linux-arm64': '47d7e652eb761d771bc42df04924aae0acf4e026d30ea98faa9bab216cc2e742',
  'darwin-amd64': '6b46d52e327ea0c177cf64d7afb9159031972adfef961ce0bef24eaf2a6754fd',
  'darwin-arm64': '600b5cdca8cfe634881b53c782b5f6384500a3ffcb10cc83d02a6239f788d48c',
}

/** The release's name for this platform. */
function natsPlatform(): string {
  return `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
}

/** The oldest server that our streams and consumers work with. */
const oldestNats = [2, 9] as const

/** Whether the output of `nats-server --version` is a supported version. */
export function isNewEnough(printed: string): boolean {
  const found = /v(\d+)\.(\d+)\./.exec(printed)
  if (!found) return false
  const [major, minor] = [Number(found[1]), Number(found[2])]
  return major > oldestNats[0] || (major === oldestNats[0] && minor >= oldestNats[1])
}

const unpack = promisify(execFile)
const impatient = [
  '-o',
  'Acquire::http::Timeout=10',
  '-o',
  'Acquire::https::Timeout=10',
  '-o',
  'Acquire::Retries=1',
]

/**
 * Downloads Debian's (or Ubuntu's) package and unpacks its program into `folder`; nothing is installed, so this needs
 * no root. The server may be older (2.9), which is supported.
 * @returns the program's path
 */
async function unpackDebianNatsServer(folder: string, say: (message: string) => void): Promise<string> {
  const unpacked = `${folder}.${randomUUID()}`
  try {
    await mkdir(unpacked, { recursive: true })
    say("Fetching Debian's package nats-server")
    await download(unpacked, say)
    const archive = (await readdir(unpacked)).find((name) => name.endsWith('.deb'))
    if (!archive) throw new Error('apt-get downloaded no package')
    await unpack('dpkg', ['-x', archive, '.'], { cwd: unpacked })
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const program = join(folder, 'nats-server')
    await rename(join(unpacked, 'usr/sbin/nats-server'), program).catch(() =>
      rename(join(unpacked, 'usr/bin/nats-server'), program),
    )
    return program
  } catch (error) {
    const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string }
    const reason = code === 'ENOENT' ? 'there is no apt-get here' : stderr?.trim() || message
    throw new Error(`Debian's package nats-server is not available: ${reason}`, { cause: error })
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
}

async function download(into: string, say: (message: string) => void): Promise<void> {
  const fetchPackage = () =>
    unpack('apt-get', [...impatient, 'download', 'nats-server'], { cwd: into, timeout: 120_000 })
  try {
    await fetchPackage()
  } catch (error) {
    const hasApt = (error as NodeJS.ErrnoException).code !== 'ENOENT'
    if (!hasApt || process.getuid?.() !== 0) throw error
    say("Updating apt's package lists")
    await unpack('apt-get', [...impatient, 'update'], { timeout: 180_000 })
    await fetchPackage()
  }
}

/** Short, since without a network there may be another way. */
const answerWithinMs = 5_000
const downloadWithinMs = 120_000

/**
 * Downloads the pinned official release into `folder` and verifies its checksum.
 * @param from the releases' URL, for a mirror
 * @returns the program's path
 */
export async function downloadNatsServer(
  folder: string,
  say: (message: string) => void,
  from = 'https://github.com/nats-io/nats-server/releases/download',
): Promise<string> {
  const platform = natsPlatform()
  const expected = natsReleaseSums[platform]
  if (!expected) throw new Error(`there is no official release of nats-server for ${platform}`)
  const name = `nats-server-v${natsRelease}-${platform}`
  const url = `${from}/v${natsRelease}/${name}.tar.gz`
  say(`Downloading ${url}`)
  const archive = await fetchBuffer(url)
  const sum = createHash('sha256').update(archive).digest('hex')
  if (sum !== expected)
    throw new Error(`${url} is not the expected release: its SHA-256 is ${sum}, not ${expected}`)

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

async function fetchBuffer(url: string): Promise<Buffer> {
  const giveUp = new AbortController()
  const answerTimeout = setTimeout(() => giveUp.abort(new Error('no answer')), answerWithinMs)
  try {
    const reply = await fetch(url, { signal: giveUp.signal })
    if (!reply.ok) throw new Error(`status ${reply.status}`)
    clearTimeout(answerTimeout)
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
    clearTimeout(answerTimeout)
  }
}
