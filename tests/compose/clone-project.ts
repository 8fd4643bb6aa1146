import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { freePorts } from '@rehearse/local-platform'
import { cleanClone } from '../support/clean-clone.ts'
import { type Compose, composeProject } from './compose.ts'

/** A compose project of a clean clone, with its own ports, image and volumes; not started yet. */
export interface CloneProject {
  compose: Compose
  /** The clone's folder, with `.env` and the operator's own secrets. */
  folder: string
  /** Removes volumes with their data. */
  dropVolumes(...names: readonly string[]): Promise<void>
  /** Stops everything and removes everything but the image's layers. */
  remove(): Promise<void>
}

export async function cloneProject(
  revision: string,
  env: Readonly<Record<string, string>> = {},
): Promise<CloneProject> {
  const [platform = 0, runner = 0] = await freePorts(2)
  const folder = await cleanClone(revision)
  const compose = composeProject({
    name: `rehearse-test-${randomUUID().slice(0, 8)}`,
    folder,
    env: {
      REHEARSE_IMAGE: 'rehearse:test',
      PORT: String(platform),
      RUNNER_PORT: String(runner),
      BACKUPS: `${folder}/backups`,
      ...env,
    },
  })
  return {
    compose,
    folder,
    dropVolumes: async (...names) => {
      const volumes = names.map((volume) => `${compose.name}_${volume}`)
      await promisify(execFile)('docker', ['volume', 'rm', ...volumes])
    },
    remove: async () => {
      await compose.down({ volumes: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
