import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@rehearse/local-platform'

/** A process that ends with the scope that started it. @throws if the program isn't installed */
export async function startChild(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'spawn')
  return {
    pid: child.pid as number,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Waits until a service reports that it is ready. @throws after half a minute */
export async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; ) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (Date.now() > deadline) throw new Error(`${url} is not ready`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * nginx as a plain reverse proxy in front of `upstream`, with keep-alive connections and default settings otherwise.
 */
export const startNginx = (stack: AsyncDisposableStack, upstream: string): Promise<string> =>
  start(
    stack,
    `upstream service { server ${new URL(upstream).host}; keepalive 128; keepalive_requests 1000000; }`,
    'proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection "";',
  )

/** nginx with the best settings for serving files of a folder. */
export const startFileServer = (stack: AsyncDisposableStack, folder: string): Promise<string> =>
  start(stack, 'sendfile on; tcp_nopush on; open_file_cache max=10;', `root ${folder};`)

async function start(stack: AsyncDisposableStack, settings: string, location: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-nginx-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const config = `
    daemon off; worker_processes auto; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http {
      access_log off; keepalive_requests 1000000;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      ${settings}
      server { listen 127.0.0.1:${port}; location / { ${location} } }
    }`
  await writeFile(join(folder, 'nginx.conf'), config)
  stack.use(await startChild('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]))
  return `http://127.0.0.1:${port}`
}
