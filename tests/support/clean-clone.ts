import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { repositoryRoot } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'

const run = promisify(execFile)

/**
 * @returns a folder with the committed files of this revision and nothing else
 * @throws if the revision isn't in the history
 */
export async function cleanClone(revision: string): Promise<string> {
  await run('git', ['cat-file', '-e', `${revision}^{commit}`], { cwd: repositoryRoot }).catch((cause) => {
    throw new Error(`The history doesn't contain ${revision}. Fetch it: git fetch --unshallow`, { cause })
  })
  const { path } = await temporaryFolder()
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'clone', revision, path], {
    cwd: repositoryRoot,
  })
  return path
}

/** The oldest version that this one can be upgraded from: the first with the schema of the baseline migrations. */
export const baseline = '431c30a'

/** The version whose data `tests/upgrade` fills, and that everything stored since must be readable from. */
export const filledVersion = '12b96710'
