import { env } from 'node:process'
import { configureGlobal } from 'fast-check'

// Property tests use the same seed in each run, so that failures are reproducible. `DRAWS=7 npm test` uses another.
configureGlobal({ seed: Number(env.DRAWS ?? 20_261_122) })
