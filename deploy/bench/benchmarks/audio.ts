import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sound } from '@rehearse/testing/sound'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { startFileServer } from '../src/child-processes.ts'
import { median } from '../src/statistics.ts'
import { type World, withWorld } from '../src/world.ts'

const bytes = 10_485_760
const connections = 16
const uploads = 20
const megabyte = 1024 * 1024
const goals = { rate: 0.5, growth: 30 }

/** Downloads a 10 MB file through the gateway and from nginx, and measures the memory of many concurrent uploads. */
export const audio: LoadBenchmark = {
  name: 'audio',
  run: async ({ rounds, seconds, say, signal }) => {
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'rehearse-bench-audio-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    // nginx may run as another user.
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
      // The question has the latest upload.
      const path = await upload(world, questionId, file)
      if (path !== url) throw new Error('the same bytes got another name')
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
        ['', 'per second', '× nginx', 'MB/s'],
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
  if (!reply.ok) throw new Error(`the upload returned ${reply.status}: ${await reply.text()}`)
  return ((await reply.json()) as { url: string }).url
}

/** The peak memory growth (MB) of the media process during some work. */
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

interface Downloads {
  url: string
  /** Bytes of the response body. */
  bytes: number
  connections: number
  seconds: number
}

/**
 * Fetches one file repeatedly on each connection, and discards the data in one small buffer: a client that inspected
 * the bytes would be slower than any server, and all servers would look alike.
 * @returns files per second
 * @throws if a response isn't a success with a body of that length
 */
async function runDownloads({ url, bytes, connections, seconds }: Downloads): Promise<number> {
  const { host, hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`
  const start = Date.now()
  const deadline = start + seconds * 1_000
  let received = 0
  const one = async () => {
    let left = 0
    let problem: Error | null = null
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: Buffer.allocUnsafe(256 * 1024),
        callback: (length, buffer) => {
          received += length
          if (left === 0) {
            const head = Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1')
            const end = head.indexOf('\r\n\r\n')
            if (end < 0 || !head.startsWith('HTTP/1.1 200') || !head.includes(`ength: ${bytes}\r\n`)) {
              problem = new Error(`${url}: unexpected reply ${head.slice(0, 100)}`)
              socket.destroy()
              return false
            }
            left = bytes + end + 4
          }
          left -= length
          if (left === 0) {
            if (Date.now() < deadline) socket.write(request)
            else socket.destroy()
          }
          return true
        },
      },
    })
    socket.write(request)
    await once(socket, 'close')
    if (problem !== null || left > 0) throw problem ?? new Error(`${url}: the connection was lost`)
  }
  await Promise.all(Array.from({ length: connections }, one))
  return received / bytes / ((Date.now() - start) / 1_000)
}
