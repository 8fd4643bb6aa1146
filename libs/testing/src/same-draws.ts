import { env } from 'node:process'
import { configureGlobal } from 'fast-check'

// What properties are tried with is the same in each run, so that a red one is red for everybody. `DRAWS=7 npm test`
// tries others.
configureGlobal({ seed: Number(env.DRAWS ?? 20_261_122) })
