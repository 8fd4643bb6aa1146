import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@rehearse/service-kit'
import { describe, expect, test } from 'vitest'
import { config as gateway } from '../../services/gateway/src/config.ts'
import { config as identity } from '../../services/identity/src/config.ts'
import { config as media } from '../../services/media/src/config.ts'
import { config as progress } from '../../services/progress/src/config.ts'
import { questionsConfig as questions } from '../../services/questions/src/config.ts'
import { readInstallation } from '../backup/installation.ts'
import { secretsFor } from './make-secrets.ts'
import { type Manifest, render, workloadsOf } from './render.ts'

const secrets = secretsFor({ postgresPassword: 'x' })
const folder = mkdtempSync(join(tmpdir(), 'rehearse-secrets-'))

/** A container's environment as the cluster would set it; its mounted secrets are local files. */
function environmentOf(manifests: readonly Manifest[], app: string): Record<string, string> {
  const container = workloadsOf(manifests).find((workload) => workload.app === app)?.containers[0]
  const platform = manifests.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'platform',
  )
  const env: Record<string, string> = { ...platform?.data }
  for (const { name, value } of container.env) {
    env[name] = value.replaceAll(/\$\((\w+)\)/g, (_all: string, other: string) => env[other] ?? '')
    if (!value.startsWith('/secrets/')) continue
    const [key, file] = [
      value.slice('/secrets/'.length),
      join(folder, `${app}-${value.slice('/secrets/'.length)}`),
    ]
    const secret = secrets
      .filter(({ metadata }) => [app, `${app}-nats`].includes(metadata.name))
      .map(({ stringData }) => stringData[key])
      .find((value) => value !== undefined)
    if (secret === undefined) throw new Error(`${app}: no secret has the key ${key}`)
    writeFileSync(file, secret)
    env[name] = file
  }
  return env
}

/** The same for a command, which reads its secrets from a folder. */
function installationOf(manifests: readonly Manifest[], name: string) {
  const workload = workloadsOf(manifests).find(({ manifest }) => manifest.metadata.name === name)
  const platform = manifests.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'platform',
  )
  const env: Record<string, string> = { ...platform?.data }
  for (const { name, value } of workload?.containers[0].env ?? []) env[name] = value
  env.SECRETS_DIR = mkdtempSync(join(tmpdir(), 'rehearse-secrets-'))
  const [volume] = workload?.pod.volumes.filter((one: { name: string }) => one.name === 'secrets') ?? []
  const sources: { name: string; items?: { key: string }[] }[] = volume.secret
    ? [{ name: volume.secret.secretName }]
    : volume.projected.sources.map((source: { secret: object }) => source.secret)
  for (const { name, items } of sources) {
    const given = secrets.find(({ metadata }) => metadata.name === name)?.stringData ?? {}
    for (const key of items?.map(({ key }) => key) ?? Object.keys(given)) {
      writeFileSync(join(env.SECRETS_DIR, key), given[key] ?? '')
    }
  }
  return readInstallation(env)
}

describe.each(['single', 'ha'])('in the overlay %s', (overlay) => {
  const manifests = render(join(import.meta.dirname, 'overlays', overlay))
  test.each(Object.entries({ gateway, identity, questions, progress, media }))(
    '%s accepts its configuration, with generated secrets',
    (app, config) => {
      expect(readConfig(config, environmentOf(manifests, app))).toMatchObject({
        NODE_ENV: 'production',
        NATS_URL: expect.stringMatching(new RegExp(`^nats://${app}-\\w+:[\\w-]+@nats:4222$`)),
      })
    },
  )

  test('a backup locates everything, and a restore also what opens the keys', () => {
    const media = { storage: 'nats' }
    for (const name of ['backup', 'backup-keys']) {
      expect(installationOf(manifests, name)).toMatchObject({ media, personalData: null })
    }
    const restore = installationOf(manifests, 'restore')
    expect(restore.databases.progress).toMatch(/^postgres:\/\/progress_owner:.*@postgres-rw:5432\/progress$/)
    expect(restore.nats.url).toMatch(/^nats:\/\/ops-/)
    expect(restore.nats.replicas).toBe(overlay === 'ha' ? 3 : 1)
    expect(restore.personalData?.secret).toBe(
      secrets.find(({ metadata }) => metadata.name === 'progress')?.stringData['personal-data-secret'],
    )
  })
})
