import { execFile } from 'node:child_process'
import { chmod, mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A separate file system that is soon full. */
export interface SmallDisk extends AsyncDisposable {
  path: string
  /** Fills the remaining space. */
  fill(): Promise<void>
  free(): Promise<void>
}

/** Why this machine can't have one; null if it can. */
export const whyNoSmallDisk = (): string | null =>
  process.platform === 'linux' && process.getuid?.() === 0 ? null : 'only root may mount file systems'

/** @param path the mount point, created if needed */
export async function mountSmallDisk(path: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(path, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'rehearse', path])
  await chmod(path, 0o755)
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: () => fillUp(ballast),
    free: () => rm(ballast, { force: true }),
    [Symbol.asyncDispose]: async () => {
      // Lazily, since a process may still have a file open.
      await run('umount', ['-l', path])
    },
  }
}

async function fillUp(path: string): Promise<void> {
  await using file = await open(path, 'a')
  const piece = Buffer.alloc(64 * 1024)
  for (;;) {
    const { bavail, bsize } = await statfs(path)
    try {
      await file.write(piece.subarray(0, Math.min(piece.length, Math.max(1, bavail * bsize))))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
      throw error
    }
  }
}
