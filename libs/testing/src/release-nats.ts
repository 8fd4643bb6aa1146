import { afterAll } from 'vitest'
import { releaseTestNats } from './test-nats.ts'

// A setup file runs once per test file, also where files share a process and with it the modules that they have loaded.
afterAll(releaseTestNats)
