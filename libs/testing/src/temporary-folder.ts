import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one test; removed with its content by `remove` or at the end of an `await using` block. */
export interface TemporaryFolder extends AsyncDisposable {
  path: string
  remove(): Promise<void>
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'rehearse-'))
  // As root, Postgres runs as another user, who must be able to enter.
  await chmod(path, 0o711)
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 5 })
  return { path, remove, [Symbol.asyncDispose]: remove }
}
