import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '@rehearse/local-platform'
import { buildFrontend } from '../../local/build-frontend.ts'

/** The whole platform with its shipped content, and beside its pages one that is empty. */
export interface PagesWorld {
  url: string
  emptyPage: string
}

const emptyPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>Empty</title></head>
  <body><p>Nothing</p></body>
</html>
`
const unlimited = { RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0', RATE_LIMIT_ANSWERS: '0' }

export async function openPagesWorld(stack: AsyncDisposableStack, signal: AbortSignal): Promise<PagesWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  // Run as root, Postgres is another user, who has to pass through.
  await chmod(folder, 0o711)
  const frontendDir = join(folder, 'pages')
  await cp((await buildFrontend()).dir, frontendDir, { recursive: true })
  await writeFile(join(frontendDir, 'empty.html'), emptyPage)
  const platform = await startPlatform({
    dataDir: join(folder, 'data'),
    signal,
    frontendDir,
    logLevel: 'error',
    nodeEnv: 'development',
    env: { gateway: unlimited },
  })
  stack.defer(platform.stop)
  return { url: platform.gatewayUrl, emptyPage: `${platform.gatewayUrl}/empty.html` }
}
