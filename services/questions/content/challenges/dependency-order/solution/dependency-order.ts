export class CycleError extends Error {
  constructor(readonly cycle: readonly string[]) {
    super(`Circular dependency: ${cycle.join(' → ')}`)
    this.name = 'CycleError'
  }
}

export function dependencyOrder(dependencies: Readonly<Record<string, readonly string[]>>): string[] {
  const lists = new Map(Object.entries(dependencies))
  const done = new Set<string>()
  const path = new Set<string>()

  function visit(name: string): void {
    if (done.has(name)) return
    if (path.has(name)) {
      const names = [...path]
      throw new CycleError([...names.slice(names.indexOf(name)), name])
    }
    path.add(name)
    for (const dependency of lists.get(name) ?? []) visit(dependency)
    path.delete(name)
    done.add(name)
  }

  for (const name of lists.keys()) visit(name)
  return [...done]
}
