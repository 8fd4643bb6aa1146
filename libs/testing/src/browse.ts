/** Follows pages like a browser without a window: stores cookies by host, submits forms. */
export interface Browsing {
  /** Sends one request without following redirects. */
  visit(address: string, form?: Record<string, string>): Promise<Response>
  /** Follows redirects until the last, or until one leads to `stopAt`. */
  follow(
    address: string,
    options?: { form?: Record<string, string>; stopAt?: (address: URL) => boolean },
  ): Promise<{ address: URL; response: Response }>
  /** Sets or, with null, deletes a host's cookie. */
  cookie(host: string, name: string, value?: string | null): string | undefined
}

const redirectsMax = 20

export function browse(): Browsing {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (host: string) => {
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }

  const visit: Browsing['visit'] = async (address, form) => {
    const { host } = new URL(address)
    const jar = jarOf(host)
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  return {
    visit,
    async follow(start, { form, stopAt = () => false } = {}) {
      let address = new URL(start)
      let response = await visit(start, form)
      for (let hops = 0; hops < redirectsMax; hops++) {
        const location = response.headers.get('location')
        if (location === null) return { address, response }
        await response.body?.cancel()
        address = new URL(location, address)
        if (stopAt(address)) return { address, response }
        response = await visit(address.href)
      }
      throw new Error(`still redirected after ${redirectsMax} times, to ${address}`)
    },
    cookie(host, name, value) {
      const jar = jarOf(host)
      if (value === null) jar.delete(name)
      else if (value !== undefined) jar.set(name, value)
      return jar.get(name)
    },
  }
}
