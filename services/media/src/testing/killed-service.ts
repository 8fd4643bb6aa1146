import { readConfig } from '@rehearse/service-kit'
import { buildApp } from '../app.ts'
import { config } from '../config.ts'

/** The service as a process of its own, for tests that kill it: sends its address over IPC. */
const app = await buildApp(readConfig(config))
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
