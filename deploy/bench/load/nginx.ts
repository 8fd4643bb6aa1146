import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@rehearse/local-platform'
import { startChild } from './child.ts'

/** nginx as a plain reverse proxy before `upstream`, with kept connections and nothing else switched on. */
export const startNginx = (stack: AsyncDisposableStack, upstream: string): Promise<string> =>
  start(
    stack,
    `upstream service { server ${new URL(upstream).host}; keepalive 128; keepalive_requests 1000000; }`,
    'proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection "";',
  )

/** nginx as it hands out the files of a folder best. */
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
  stack.use(startChild('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]))
  return `http://127.0.0.1:${port}`
}
