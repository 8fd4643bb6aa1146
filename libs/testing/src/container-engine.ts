import { existsSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'

const answerWithinMs = 2_000
const pullWithinMs = 60_000

/**
 * Whether containers of these images can be started here, soon.
 * @returns null if so, else the reason, as a clause
 */
export async function noContainersReason(
  images: readonly string[],
  env = process.env,
): Promise<string | null> {
  const engine = engineAddress(env)
  if (!engine) return 'there is no Docker engine'
  try {
    if ((await ask(engine, 'GET', '/_ping', answerWithinMs)).status !== 200)
      return 'the Docker engine is not well'
    for (const image of images) await ensureImage(engine, image)
    return null
  } catch (error) {
    return `the Docker engine can't be used (${(error as Error).message})`
  }
}

type Engine = { socketPath: string } | { host: string; port: number }

/** The engine's address; for engines with TLS, set POSTGRES_URL and NATS_URL instead. */
function engineAddress(env: NodeJS.ProcessEnv): Engine | null {
  if (env.DOCKER_HOST) {
    const url = new URL(env.DOCKER_HOST)
    if (url.protocol === 'unix:') return { socketPath: url.pathname }
    return { host: url.hostname, port: Number(url.port || 2375) }
  }
  const usual = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')].find((path) =>
    existsSync(path),
  )
  return usual ? { socketPath: usual } : null
}

async function ensureImage(engine: Engine, image: string): Promise<void> {
  const known = await ask(engine, 'GET', `/images/${image}/json`, answerWithinMs)
  if (known.status === 200) return
  const [name, tag] = image.split(':')
  const pulled = await ask(engine, 'POST', `/images/create?fromImage=${name}&tag=${tag}`, pullWithinMs)
  // The status is sent before the work is done: a failure appears as a line of the body.
  if (pulled.status !== 200 || pulled.body.includes('"error"')) throw new Error(`${image} can't be pulled`)
}

function ask(engine: Engine, method: string, path: string, withinMs: number) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent: ClientRequest = request(
      { ...engine, method, path, signal: AbortSignal.timeout(withinMs) },
      (reply: IncomingMessage) => {
        let body = ''
        reply.setEncoding('utf8')
        reply.on('data', (chunk: string) => {
          body += chunk
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body }))
        reply.on('error', reject)
      },
    )
    sent.on('error', (error) =>
      reject(error.name === 'AbortError' ? new Error(`no response within ${withinMs / 1000} s`) : error),
    )
    sent.end()
  })
}
