import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sound } from '@rehearse/testing/sound'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { startFileServer } from '../src/child-processes.ts'
import { median, runDownloads } from '../src/load-generator.ts'
import { type World, withWorld } from '../src/world.ts'

const bytes = 10_485_760
const connections = 16
const uploads = 20
const megabyte = 1024 * 1024
const goals = { rate: 0.5, growth: 30 }

/** A file of 10 MB through the gateway, against nginx handing it out; and what many uploads at once take of memory. */
export const audio: LoadBenchmark = {
  name: 'audio',
  run: async ({ rounds, seconds, say, signal }) => {
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'rehearse-bench-audio-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    // nginx may be another user, too.
    await chmod(folder, 0o755)
    const file = sound(bytes)
    await writeFile(join(folder, 'file.wav'), file)
    const nginx = await startFileServer(stack, folder)
    const results: Record<'nginx' | 'media' | 'gateway', number[]> = { nginx: [], media: [], gateway: [] }
    let growth = 0
    await withWorld(async (world) => {
      say('audio: uploads')
      const questionId = await makeQuestion(world)
      const url = await upload(world, questionId, file)
      growth = await memoryOf(world, async () => {
        await Promise.all(Array.from({ length: uploads }, () => upload(world, questionId, sound(bytes))))
      })
      // What stands at the question is the last that came.
      const path = await upload(world, questionId, file)
      if (path !== url) throw new Error('the same bytes have got another name')
      const urls = {
        nginx: `${nginx}/file.wav`,
        media: world.platform.innerUrls.media + path,
        gateway: world.platform.gatewayUrl + path,
      }
      for (let round = 0; round <= rounds; round += 1) {
        signal.throwIfAborted()
        say(`audio, round ${round} of ${rounds}`)
        for (const name of ['nginx', 'media', 'gateway'] as const) {
          const duration = round === 0 ? 1 : seconds
          const rate = await runDownloads({ url: urls[name], bytes, connections, seconds: duration })
          // The first round warms up.
          if (round > 0) results[name].push(rate)
        }
      }
    }, signal)
    const rate = (name: keyof typeof results) => median(results[name])
    const ratio = rate('gateway') / rate('nginx')
    return {
      title: `10 MB of audio at ${connections} connections`,
      rows: [
        ['', 'a second', '× nginx', 'MB/s'],
        ...(['nginx', 'media', 'gateway'] as const).map((name) => [
          name,
          rate(name).toFixed(1),
          (rate(name) / rate('nginx')).toFixed(2),
          (rate(name) * 10).toFixed(0),
        ]),
      ],
      verdicts: [
        {
          holds: ratio >= goals.rate,
          text: `through the gateway ${ratio.toFixed(2)} × nginx, goal ≥ ${goals.rate}`,
        },
        {
          holds: growth < goals.growth,
          text: `${uploads} uploads at once: ${growth.toFixed(1)} MB more memory, goal < ${goals.growth}`,
        },
      ],
    }
  },
}

async function makeQuestion(world: World): Promise<string> {
  const { data } = await world.write<{ data: { results: { id: string }[] } }>('/api/questions/unified', {
    isBulkImport: true,
    questions: [
      {
        title: 'What is heard?',
        content: 'Listen.',
        options: [
          { text: 'Silence', isCorrect: true },
          { text: 'Noise', isCorrect: false },
        ],
        category: 'Sounds',
      },
    ],
  })
  const [first] = data.results
  if (first === undefined) throw new Error('the question was not created')
  return first.id
}

async function upload(world: World, questionId: string, file: Buffer<ArrayBuffer>): Promise<string> {
  const body = new FormData()
  body.append('questionId', questionId)
  body.append('type', 'question')
  body.append('file', new Blob([file]), 'sound.wav')
  const reply = await fetch(`${world.platform.gatewayUrl}/api/audio/upload`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${world.adminToken}` },
  })
  if (!reply.ok) throw new Error(`the upload was answered ${reply.status}: ${await reply.text()}`)
  return ((await reply.json()) as { url: string }).url
}

/** By how many MB the memory of the media process grows, at its highest, while something is done. */
async function memoryOf(world: World, work: () => Promise<void>): Promise<number> {
  const resident = async () => {
    const reply = await fetch(`${world.platform.innerUrls.media}/metrics`)
    const [, value] = /^process_resident_memory_bytes(?:\{.*\})? (\S+)$/m.exec(await reply.text()) ?? []
    return Number(value) / megabyte
  }
  const before = await resident()
  let highest = before
  let working = true
  const watching = (async () => {
    while (working) highest = Math.max(highest, await resident())
  })()
  await work().finally(() => {
    working = false
  })
  await watching
  return highest - before
}
