import { readConfig, runService } from '@rehearse/service-kit'
import { buildApp } from './app.ts'
import { config } from './config.ts'

await runService(() => readConfig(config), buildApp)
