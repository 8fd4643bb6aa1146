/** What a service has spent and holds, by its own metrics. */
export interface ServiceCost {
  /** Milliseconds of processor time. */
  cpu: number
  /** Bytes of memory. */
  memory: number
}

/** @param url of the service itself */
export async function serviceCost(url: string): Promise<ServiceCost> {
  const reply = await fetch(`${url}/metrics`)
  const text = await reply.text()
  const value = (name: string) => {
    const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1]
    if (found === undefined) throw new Error(`${url} tells no ${name}`)
    return Number(found)
  }
  return {
    cpu: value('process_cpu_seconds_total') * 1_000,
    memory: value('process_resident_memory_bytes'),
  }
}
