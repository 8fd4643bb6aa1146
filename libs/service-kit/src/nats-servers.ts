/** How the client of NATS wants to be told where it connects, and as whom. */
export interface NatsServers {
  servers: string[]
  user?: string
  pass?: string
}

/**
 * @param url `nats://host:port` of each server, separated by commas; the first may name a user and a password, by which
 * all of them know us
 */
export function natsServers(url: string): NatsServers {
  const addresses = url.split(',')
  const [, user, pass] = userInfo.exec(addresses[0] ?? '') ?? []
  return {
    servers: addresses.map((address) => address.replace(userInfo, '')),
    ...(user && pass && { user: decodeURIComponent(user), pass: decodeURIComponent(pass) }),
  }
}

/** Between the scheme and the host. */
const userInfo = /(?<=^[a-z]+:\/\/)([^:@/]+):([^@/]*)@/i
