export class CycleError extends Error {
  constructor(readonly cycle: readonly string[]) {
    super(`Circular dependency: ${cycle.join(' → ')}`)
    this.name = 'CycleError'
  }
}

export function dependencyOrder(dependencies: Readonly<Record<string, readonly string[]>>): string[] {
  const dependents = new Map<string, string[]>()
  const missing = new Map<string, number>()
  for (const [name, needed] of Object.entries(dependencies)) {
    missing.set(name, needed.length)
    for (const other of needed) {
      const list = dependents.get(other) ?? []
      list.push(name)
      dependents.set(other, list)
    }
  }
  for (const name of dependents.keys()) if (!missing.has(name)) missing.set(name, 0)

  const order = [...missing.keys()].filter((name) => missing.get(name) === 0)
  // The loop also visits the names that are added meanwhile.
  for (const name of order) {
    for (const dependent of dependents.get(name) ?? []) {
      const left = (missing.get(dependent) ?? 0) - 1
      missing.set(dependent, left)
      if (left === 0) order.push(dependent)
    }
  }
  if (order.length < missing.size) throw new CycleError(findCycle(dependencies, new Set(order)))
  return order
}

/** Each name that isn't ordered needs another one that isn't, so the walk comes back to where it has been. */
function findCycle(dependencies: Readonly<Record<string, readonly string[]>>, ordered: ReadonlySet<string>): string[] {
  const path: string[] = []
  let name = Object.keys(dependencies).find((one) => !ordered.has(one)) ?? ''
  while (!path.includes(name)) {
    path.push(name)
    name = dependencies[name].find((one) => !ordered.has(one)) ?? ''
  }
  return [...path.slice(path.indexOf(name)), name]
}
