import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { render } from './render.ts'
import { validate } from './validate.ts'

// Renders every overlay and checks it against the schemas of Kubernetes and our own rules.
const overlays = join(import.meta.dirname, 'overlays')
for (const name of readdirSync(overlays)) {
  const manifests = render(join(overlays, name))
  const problems = await validate(manifests)
  for (const problem of problems) process.stdout.write(`${name}: ${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  else process.stdout.write(`${name}: ${manifests.length} objects are valid\n`)
}
