import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CloneProject, cloneProject } from './clone-project.ts'
import { inspectContainers } from './inspect-containers.ts'
import { type Learner, signUp } from './people.ts'

const minutes = 60_000
let project: CloneProject
let learner: Learner
beforeAll(async () => {
  project = await cloneProject('HEAD')
  await project.compose.up()
  learner = await signUp(project.compose.url)
}, 20 * minutes)
afterAll(() => project?.remove(), 3 * minutes)

/** As docs/operations.md describes it. */
const call = (...args: string[]) => project.compose.call(...args)
const restart = async (...services: string[]) => {
  await call('restart', ...services)
  await project.compose.ready()
}

const oneMoreCounts = async () => {
  const before = await learner.counted()
  expect(await learner.answer()).toBe(before + 1)
}

test('from a clean clone to a counted answer', { timeout: minutes }, async () => {
  expect(await learner.answer()).toBe(1)
})

describe('a container', () => {
  test('is confined and limited, and rotates its logs', { timeout: minutes }, async () => {
    const containers = await inspectContainers(project.compose)
    expect(containers.filter(({ isRunning }) => isRunning).map(({ service }) => service)).toEqual([
      'gateway',
      'identity',
      'media',
      'nats',
      'postgres',
      'progress',
      'questions',
    ])
    for (const { service, confinement, user } of containers) {
      expect({ service, ...confinement }).toEqual({
        service,
        readOnly: true,
        dropped: ['ALL'],
        options: ['no-new-privileges:true'],
        hasMemoryLimit: true,
        hasProcessLimit: true,
        log: { 'max-file': '5', 'max-size': '10m' },
      })
      // The entrypoint of Postgres starts as root and drops its privileges.
      const isRoot = ['postgres', 'secrets', 'setup'].includes(service)
      expect([service, /^(0:0)?$/.test(user)]).toEqual([service, isRoot])
    }
  })

  test('contains what its bill of materials lists', { timeout: minutes }, async () => {
    const printed = await call(
      'run',
      '--rm',
      '--no-deps',
      'ops',
      'node',
      'deploy/docker/bill-of-materials.ts',
    )
    const { components } = JSON.parse(printed) as { components: { name: string; version: string }[] }
    const version = await call('exec', '-T', 'gateway', 'node', '--version')
    expect(components).toContainEqual(expect.objectContaining({ name: 'node', version: version.trim() }))
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['libc6', 'fastify', 'pg']))
    expect(components.map(({ name }) => name)).not.toContain('vitest')
  })

  test('reads its own secrets and no other’s', { timeout: minutes }, async () => {
    const readable = async (service: string) =>
      (
        await call(
          'exec',
          '-T',
          service,
          'find',
          '/secrets',
          '-type',
          'f',
          '-size',
          '+0',
          '-readable',
          '-printf',
          '%f\n',
        )
      )
        .trim()
        .split('\n')
        .sort()
    expect(await readable('gateway')).toEqual(['gateway-nats-url'])
    expect(await readable('media')).toEqual([
      'media-database-owner-url',
      'media-database-url',
      'media-nats-url',
    ])
    expect(await readable('progress')).toEqual([
      'personal-data-secret',
      'progress-database-owner-url',
      'progress-database-url',
      'progress-nats-url',
    ])
  })
})

test('all data survives `down` and `up`', { timeout: 6 * minutes }, async () => {
  await project.compose.down()
  await project.compose.up()
  expect(await learner.refresh()).toBe(true)
  expect(await learner.counted()).toBe(1)
  expect(await learner.repeat()).toBe(1)
})

describe('rotating a secret', () => {
  const rotate = (what: string) => call('run', '--rm', 'setup', 'node', 'deploy/docker/rotate.ts', what)

  test('of the databases and their superuser works', { timeout: 8 * minutes }, async () => {
    await rotate('postgres')
    await rotate('databases')
    await restart('identity', 'questions', 'progress', 'media')
    await oneMoreCounts()
  })

  test('of NATS keeps the old one valid for one more rotation', { timeout: 8 * minutes }, async () => {
    const stale = (await call('exec', '-T', 'gateway', 'cat', '/secrets/gateway-nats-url')).trim()
    const connect = `import { connect } from '@nats-io/transport-node'
      import { natsServers } from '@rehearse/service-kit/messaging/nats'
      await (await connect({ ...natsServers(process.argv[1]), maxReconnectAttempts: 0 })).close()`
    const opens = () =>
      call('exec', '-T', 'gateway', 'node', '--input-type=module', '--eval', connect, stale).then(
        () => true,
        () => false,
      )
    const exchange = async () => {
      await rotate('nats')
      await call('kill', '-s', 'HUP', 'nats')
    }
    expect(await opens()).toBe(true)
    await exchange()
    await restart('identity', 'questions', 'progress', 'media', 'gateway')
    expect(await opens()).toBe(true)
    await exchange()
    await expect.poll(opens, { timeout: minutes, interval: 1_000 }).toBe(false)
    await oneMoreCounts()
  })

  test('that another user owns hands it to its reader', { timeout: 6 * minutes }, async () => {
    const put = (name: string, text: string) => writeFile(join(project.folder, name), text)
    const given = () => call('exec', '-T', 'identity', 'cat', '/secrets/google-client-secret')
    const providers = async () => {
      const reply = await fetch(`${project.compose.url}/api/auth/providers`)
      return ((await reply.json()) as { providers: string[] }).providers
    }
    expect([await given(), await providers()]).toEqual(['', []])
    await put('.env', 'GOOGLE_CLIENT_ID=rehearse\n')
    await put('secrets/google-client-secret', 'the first\n')
    await project.compose.up()
    expect([await given(), await providers()]).toEqual(['the first', ['google']])
    await put('secrets/google-client-secret', 'the second\n')
    await call('up', '--detach')
    await restart('identity')
    expect(await given()).toBe('the second')
    expect(await learner.refresh()).toBe(true)
  })

  test('of sealed data ends no session and loses no answer', { timeout: 10 * minutes }, async () => {
    await rotate('key-encryption-secret')
    await rotate('personal-data-secret')
    await restart('identity', 'progress')
    await oneMoreCounts()
    expect(await call('exec', '-T', 'progress', 'node', 'services/progress/src/ops/run.ts', 'rewrap')).toBe(
      'Rewrapped 1 of 1 keys.\n',
    )
    await rotate('forget-key-encryption-secret-previous')
    await rotate('forget-personal-data-secret-previous')
    await restart('identity', 'progress')
    expect(await learner.refresh()).toBe(true)
    await oneMoreCounts()
    expect(
      await call('exec', '-T', 'progress', 'node', 'services/progress/src/ops/run.ts', 'verify'),
    ).toContain('No difference.')
  })
})

test('a backup is restored into an empty stack', { timeout: 15 * minutes }, async () => {
  const answers = await learner.answer()
  const [backup = ''] = (await call('run', '--rm', 'ops')).trim().split('\n')
  await project.compose.down()
  await project.dropVolumes('postgres', 'nats', 'storage')
  await call('run', '--rm', 'ops', 'node', 'deploy/backup/restore.ts', backup)
  await project.compose.up()
  expect(await learner.refresh()).toBe(true)
  expect(await learner.counted()).toBe(answers)
  expect(await learner.repeat()).toBe(answers)
  await oneMoreCounts()
})
