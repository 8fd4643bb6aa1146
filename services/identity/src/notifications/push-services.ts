/**
 * Whether an endpoint is at one of the services that we send to.
 * @param origins such as `https://fcm.googleapis.com` or `https://*.push.apple.com`
 */
export function isAtPushService(endpoint: string, origins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  return origins.some((origin) => {
    const [scheme, name = ''] = origin.split('//')
    if (protocol !== scheme) return false
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
  })
}
