import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/*
 * The content of an image as CycloneDX, read inside the image:
 * `docker run --rm --network none rehearse node deploy/docker/bill-of-materials.ts > rehearse.cdx.json`
 */
interface Component {
  type: 'library' | 'platform'
  name: string
  version: string
  purl: string
  licenses?: { expression: string }[]
}

/** The file that npm writes beside installed packages. */
interface InstalledPackages {
  packages: Record<string, { version?: string; license?: string; link?: boolean }>
}

const components = [node(), ...systemPackages(), ...npmPackages()]
process.stdout.write(
  `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components }, null, 2)}\n`,
)

function node(): Component {
  const { version } = process
  return { type: 'platform', name: 'node', version, purl: `pkg:generic/node@${version.slice(1)}` }
}

function systemPackages(): Component[] {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own
  const format = '${Package} ${Version} ${Architecture}\n'
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat', format], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', version = '', architecture = ''] = line.split(' ')
      const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`
      return { type: 'library', name, version, purl }
    })
}

function npmPackages(): Component[] {
  const installed = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as InstalledPackages
  const folder = /^.*node_modules\//
  return Object.entries(installed.packages).flatMap(([path, { version, license, link }]) => {
    // Our own packages are links to their folders.
    if (link || version === undefined || !folder.test(path)) return []
    const name = path.replace(folder, '')
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return [{ type: 'library', name, version, purl, ...(license && { licenses: [{ expression: license }] }) }]
  })
}
