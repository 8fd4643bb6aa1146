import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '@rehearse/local-platform'
import { noContainersReason } from '@rehearse/testing/container-engine'

// `npm run test:compose`: runs docker-compose.yml unchanged if a Docker engine responds; otherwise it says why not.
const reason = await noContainersReason(['node:24-bookworm-slim', 'postgres:17-alpine', 'nats:2.11-alpine'])
if (reason) {
  process.stdout.write(`docker-compose is not tested: ${reason}\n0 passed, 0 failed\n`)
} else {
  const test = join(repositoryRoot, 'deploy/local/test.ts')
  const args = [test, '--config', 'vitest.deep.config.ts', '--project', 'compose', ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, args, { cwd: repositoryRoot, stdio: 'inherit' }).status ?? 1
}
