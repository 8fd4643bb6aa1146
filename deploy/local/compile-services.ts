import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileCache, repositoryRoot, serviceNames } from '@rehearse/local-platform'
import { sourceStamp } from './source-stamp.ts'

/**
 * Lets Node compile the services' TypeScript into its cache before they start for good: they start quicker then, and
 * none of them keeps a compiler in memory. Without a configuration a service reads all its code, says what is missing
 * and ends, which is all that is wanted of it here.
 */
export async function compileServices(): Promise<void> {
  const stampFile = join(compileCache, 'compiled-from')
  const stamp = await sourceStamp(['services', 'libs', 'package-lock.json'])
  if ((await readFile(stampFile, 'utf8').catch(() => null)) === stamp) return
  for (const name of serviceNames) await readCode(join(repositoryRoot, 'services', name, 'src/main.ts'))
  await mkdir(compileCache, { recursive: true })
  await writeFile(stampFile, stamp)
}

function readCode(entry: string): Promise<void> {
  const child = spawn(process.execPath, [entry], {
    env: { NODE_COMPILE_CACHE: compileCache },
    stdio: 'ignore',
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve())
  })
}
