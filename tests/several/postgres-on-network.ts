import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@rehearse/local-platform'
import pg from 'pg'

export interface PostgresOnNetwork {
  /** For the superuser. */
  url: string
  port: number
  stop(): Promise<void>
}

/** A Postgres that also listens on an address of the network; with a password, as everywhere. */
export async function startPostgresOnNetwork(folder: string, address: string): Promise<PostgresOnNetwork> {
  const server = await startPostgres({
    dataDir: join(folder, 'postgres'),
    settings: { max_connections: '300', listen_addresses: `127.0.0.1,${address}` },
  })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query('show hba_file')
  await appendFile(rows[0].hba_file, `host all all ${address}/24 scram-sha-256\n`)
  await client.query('select pg_reload_conf()')
  await client.end()
  const { port, stop } = server
  return { url: Object.assign(new URL(server.url), { hostname: address }).href, port, stop }
}
