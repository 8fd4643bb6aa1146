import { readConfig, runService } from '@rehearse/service-kit'
import { buildApp } from './app.ts'
import { questionsConfig } from './config.ts'

await runService(() => readConfig(questionsConfig), buildApp)
