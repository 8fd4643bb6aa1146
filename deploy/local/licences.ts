import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@rehearse/local-platform'

interface Lock {
  packages: Readonly<Record<string, { version?: string; license?: string; link?: boolean; dev?: boolean }>>
}

/** Licenses that require no more than their own text. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]

/** Other licenses that we accept, and why. */
const exceptions: Readonly<Record<string, string>> = {
  '@fontsource/ibm-plex-mono': 'OFL-1.1',
  '@fontsource/ibm-plex-sans': 'OFL-1.1',
  '@fontsource/ibm-plex-sans-arabic': 'OFL-1.1',
  // Checks accessibility in tests; never shipped.
  'axe-core': 'MPL-2.0',
  // Used unmodified: changes to its files would have to be published.
  'web-push': 'MPL-2.0',
}

/** @returns the number of packages by license, and those with a license that isn't accepted */
export function readLicences(): { counts: Map<string, number>; problems: string[] } {
  const lock = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as Lock
  const counts = new Map<string, number>()
  const problems: string[] = []
  for (const [path, { version, license = 'none', link, dev }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (!path.includes('node_modules/') || link || dev) continue
    counts.set(license, (counts.get(license) ?? 0) + 1)
    if (!isPermissive(license) && exceptions[name] !== license && !isLibvips(name, license))
      problems.push(`${name} ${version}: ${license}`)
  }
  return { counts, problems }
}

/** The native part of sharp: a shared library, used unmodified, in a package of its own that can be replaced. */
const isLibvips = (name: string, license: string): boolean =>
  name.startsWith('@img/sharp-') && license.includes('LGPL-3.0-or-later')

/** For `(MIT OR CC0-1.0)` one license must be accepted, for `(MIT AND Zlib)` all of them. */
function isPermissive(license: string): boolean {
  const parts = license.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /)
  return license.includes(' OR ')
    ? parts.some((part) => permissive.includes(part))
    : parts.every((part) => permissive.includes(part))
}
