import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Platform, startPlatform } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import { sound } from '@rehearse/testing/sound'
import { unlimited } from '@rehearse/testing/unlimited'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishedAnswers } from '../support/log-and-streams.ts'
import { type LearnerGroup, patience, startLearnerGroup } from './learner-group.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './small-disk.ts'

const reason = whyNoSmallDisk()
if (reason) process.stdout.write(`a full disk is not tested: ${reason}\n`)

/** The only errors allowed while the disk is full: try again, never that the answer is invalid. */
const retry = /^(503 |no reply)/

const admin = { email: 'root@rehearse.test', password: 'correct horse battery' }
const open = new AsyncDisposableStack()
let disks: Record<'postgres' | 'nats' | 'media', SmallDisk>
let platform: Platform
let crowd: LearnerGroup

/** One of everything, each on its own disk. */
describe.skipIf(reason)('when a disk is full', () => {
  beforeAll(async () => {
    const { path: dataDir } = open.use(await temporaryFolder())
    const disk = async (name: string, megabytes: number) =>
      open.use(await mountSmallDisk(join(dataDir, name), megabytes))
    disks = {
      postgres: await disk('postgres', 600),
      nats: await disk('nats', 100),
      media: await disk('media', 20),
    }
    platform = open.adopt(
      await startPlatform({
        dataDir,
        logLevel: 'warn',
        nodeEnv: 'test',
        env: {
          gateway: unlimited,
          identity: {
            ...unlimited,
            PASSWORD_COST: '4',
            ADMIN_EMAIL: admin.email,
            ADMIN_PASSWORD: admin.password,
          },
          media: { MEDIA_STORAGE: 'nats' },
        },
      }),
      (it) => it.stop(),
    )
    crowd = open.adopt(await startLearnerGroup(() => platform.gatewayUrl, 20), (it) => it.stop())
  }, 300_000)
  afterAll(() => open.disposeAsync(), 120_000)

  test('of uploads: they get an error and leave no partial files', { timeout: 300_000 }, async () => {
    const upload = await uploader()
    const left = () => readdir(join(disks.media.path, '.staging'))
    await disks.media.fill()
    expect(await upload()).toMatchObject({ status: 503, code: 'storage_full' })
    expect(await left()).toEqual([])
    await disks.media.free()
    expect(await upload()).toMatchObject({ status: 200 })
  })

  test('of Postgres: no unsaved answer is acknowledged, and it recovers by itself', {
    timeout: 300_000,
  }, async () => {
    const { heard: messageCounts } = await crowd.disturbed(
      'the disk of Postgres full, and free again',
      async () => {
        await disks.postgres.fill()
        const failures = () => crowd.learners.every((learner) => learner.failures > 20)
        await expect.poll(failures, { timeout: patience, interval: 50 }).toBe(true)
        await disks.postgres.free()
      },
    )
    for (const what of messageCounts) expect(what).toMatch(retry)
  })

  test('of NATS: answers are saved, and published after a restart', {
    timeout: 300_000,
  }, async () => {
    const upload = await uploader()
    await crowd.disturbed('the disk of NATS full', async () => {
      await disks.nats.fill()
      await crowd.getsOn('the disk was full')
      await isRunning()
    })
    expect(await upload()).toMatchObject({ status: 503 })
    await crowd.disturbed('the disk of NATS free again, and the server restarted', async () => {
      await disks.nats.free()
      // It has disabled its streams until it is restarted; its `/healthz` reports that to probes.
      await platform.servers.nats?.kill()
      const acknowledged = crowd.learners.reduce((sum, learner) => sum + learner.acknowledged, 0)
      const hasCaughtUp = async () => (await published()) >= acknowledged
      await expect.poll(hasCaughtUp, { timeout: patience, interval: 200 }).toBe(true)
    })
    await expect.poll(async () => (await upload()).status, { timeout: patience, interval: 500 }).toBe(200)
  })

  test('every acknowledged answer counts exactly once', { timeout: 300_000 }, () =>
    crowd.expectCountedOnce(platform.natsUrl, platform.postgresUrl),
  )
})

/** The number of answers in JetStream; 0 while it is down. */
const published = () => publishedAnswers(platform.natsUrl).catch(() => 0)

/** Resolves when nothing more is published. */
async function isRunning(): Promise<void> {
  let last = -1
  const isStanding = async () => {
    const now = await published()
    const stood = now === last
    last = now
    return stood
  }
  await expect.poll(isStanding, { timeout: patience, interval: 2_000 }).toBe(true)
}

/** Signs in as an admin. @returns a function that uploads a megabyte of audio */
async function uploader(): Promise<() => Promise<{ status: number; code: string | undefined }>> {
  const post = (path: string, body: string | FormData, headers: Record<string, string>) =>
    fetch(platform.gatewayUrl + path, { method: 'POST', body, headers })
  const signedIn = await post('/api/admin/auth', JSON.stringify(admin), {
    'content-type': 'application/json',
  })
  const { token } = ((await signedIn.json()) as { admin: { token: string } }).admin
  const listed = await fetch(`${platform.gatewayUrl}/api/questions/unified?pageSize=1`)
  const [question] = ((await listed.json()) as { data: { id: string }[] }).data
  return async () => {
    const form = new FormData()
    form.append('questionId', question?.id ?? '')
    form.append('type', 'question')
    form.append('file', new Blob([sound(1_000_000)]), 'sound.wav')
    const reply = await post('/api/audio/upload', form, { authorization: `Bearer ${token}` })
    const { code } = (await reply.json()) as { code?: string }
    return { status: reply.status, code }
  }
}
