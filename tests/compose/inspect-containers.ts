import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Compose } from './compose.ts'

/** How the engine runs a container. */
export interface RunContainer {
  service: string
  isRunning: boolean
  user: string
  confinement: {
    readOnly: boolean
    dropped: readonly string[]
    options: readonly string[]
    hasMemoryLimit: boolean
    hasProcessLimit: boolean
    log: Readonly<Record<string, string>>
  }
}

interface Inspected {
  State: { Running: boolean }
  Config: { User: string; Labels: Record<string, string> }
  HostConfig: {
    ReadonlyRootfs: boolean
    CapDrop: string[] | null
    SecurityOpt: string[] | null
    Memory: number
    PidsLimit: number | null
    LogConfig: { Config: Record<string, string> }
  }
}

/** All containers of a project, by the names of their services. */
export async function inspectContainers(compose: Compose): Promise<RunContainer[]> {
  const docker = async (...args: string[]) => (await promisify(execFile)('docker', args)).stdout
  const label = `label=com.docker.compose.project=${compose.name}`
  const ids = (await docker('ps', '--all', '--quiet', '--filter', label)).trim().split('\n')
  const containers = JSON.parse(await docker('inspect', ...ids)) as Inspected[]
  return containers
    .map(({ State: state, Config: config, HostConfig: host }) => ({
      service: config.Labels['com.docker.compose.service'] ?? '',
      isRunning: state.Running,
      user: config.User,
      confinement: {
        readOnly: host.ReadonlyRootfs,
        dropped: host.CapDrop ?? [],
        options: host.SecurityOpt ?? [],
        hasMemoryLimit: host.Memory > 0,
        hasProcessLimit: (host.PidsLimit ?? 0) > 0,
        log: host.LogConfig.Config,
      },
    }))
    .sort((a, b) => a.service.localeCompare(b.service))
}
