/** The release of nats-io/nats-server that is downloaded where none is installed. */
export const natsRelease = '2.11.9'

/**
 * SHA-256 of `nats-server-v<release>-<platform>.tar.gz`, as published with the release (its SHA256SUMS; those for Linux
 * are also in nats-io/nats-docker, `2.11.x/alpine3.22/Dockerfile`, those for all four in cashapp/hermit-packages).
 */
export const natsReleaseSums: Readonly<Record<string, string>> = {
  'linux-amd64': '3eef83faa048d3879937a6871f59ae5d9c3bbf5900905b7a9ff996a894d755ab',
  'linux-arm64': '47d7e652eb761d771bc42df04924aae0acf4e026d30ea98faa9bab216cc2e742',
  'darwin-amd64': '6b46d52e327ea0c177cf64d7afb9159031972adfef961ce0bef24eaf2a6754fd',
  'darwin-arm64': '600b5cdca8cfe634881b53c782b5f6384500a3ffcb10cc83d02a6239f788d48c',
}

/** The release's name of this machine. */
export function natsPlatform(): string {
  return `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
}

/** The oldest server that our streams and consumers work with. */
const oldestNats = [2, 9] as const

/** Whether what `nats-server --version` printed is new enough. */
export function isNewEnough(printed: string): boolean {
  const found = /v(\d+)\.(\d+)\./.exec(printed)
  if (!found) return false
  const [major, minor] = [Number(found[1]), Number(found[2])]
  return major > oldestNats[0] || (major === oldestNats[0] && minor >= oldestNats[1])
}
