import { readConfig } from '@rehearse/service-kit'
import { buildApp } from '../app.ts'
import { config } from '../config.ts'

/** The service as a separate process, for tests that kill it: sends its URL over IPC. */
const app = await buildApp(readConfig(config))
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
