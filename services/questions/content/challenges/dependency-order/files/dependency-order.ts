export class CycleError extends Error {
  constructor(readonly cycle: readonly string[]) {
    super(`Circular dependency: ${cycle.join(' → ')}`)
    this.name = 'CycleError'
  }
}

export function dependencyOrder(dependencies: Readonly<Record<string, readonly string[]>>): string[] {
  throw new Error('Not implemented yet')
}
