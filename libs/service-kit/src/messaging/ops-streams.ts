import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { keySetLocation, mediaBuckets, type StreamOwner, streams } from '@rehearse/contracts'
import { ConfigError, readConfig, serviceConfig } from '../config.ts'
import { ensureStream, natsServers } from './nats.ts'

/*
 * `NATS_URL=<the operator's> NATS_REPLICAS=3 npm run ops -- streams`: updates the configuration of streams and buckets.
 * Services create missing ones but may not change existing ones.
 */
try {
  const { NATS_URL, NATS_REPLICAS: replicas } = readConfig(serviceConfig)
  const connection = await connect({ ...natsServers(NATS_URL), name: 'rehearse-ops', timeout: 5_000 })
  try {
    const manager = await jetstreamManager(connection)
    for (const owner of Object.keys(streams) as StreamOwner[]) await ensureStream(manager, owner, replicas)
    const buckets = new Set([
      `KV_${keySetLocation.bucket}`,
      ...Object.values(mediaBuckets).map((bucket) => `OBJ_${bucket}`),
    ])
    for await (const { config } of manager.streams.list()) {
      const isOurs =
        buckets.has(config.name) || Object.values(streams).some(({ name }) => name === config.name)
      if (!isOurs) continue
      if (buckets.has(config.name)) await manager.streams.update(config.name, { num_replicas: replicas })
      process.stdout.write(`${config.name}: ${replicas} copies of each message\n`)
    }
  } finally {
    await connection.close()
  }
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
