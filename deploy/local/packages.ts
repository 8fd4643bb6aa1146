import { spawnSync } from 'node:child_process'
import { repositoryRoot } from '@rehearse/local-platform'
import { readLicences } from './licences.ts'

// The platform's dependencies: licenses by count, and known vulnerabilities if the advisories can be loaded.
const { counts } = readLicences()
for (const [license, count] of [...counts].sort(([, a], [, b]) => b - a)) {
  process.stdout.write(`${String(count).padStart(5)}  ${license}\n`)
}
const audit = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: repositoryRoot, encoding: 'utf8' })
process.stdout.write(`${vulnerabilities(audit.stdout)}\n`)

function vulnerabilities(output: string): string {
  try {
    const { metadata, message } = JSON.parse(output)
    if (!metadata) return `The advisories can't be loaded: ${message ?? 'no answer'}`
    const { total, ...bySeverity } = metadata.vulnerabilities
    const parts = Object.entries(bySeverity).map(([severity, count]) => `${count} ${severity}`)
    return `${total} known vulnerabilities in production dependencies (${parts.join(', ')}). npm audit shows details.`
  } catch {
    return "The advisories can't be loaded."
  }
}
