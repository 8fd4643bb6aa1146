export class CycleError extends Error {
  readonly cycle: readonly string[]

  constructor(cycle: readonly string[]) {
    super(`These depend on each other: ${cycle.join(', ')}`)
    this.cycle = cycle
  }
}

/** Depth-first search with an explicit stack and three states. */
export const dependencyOrder = (dependencies: { readonly [name: string]: readonly string[] }): string[] => {
  const state = new Map<string, 'open' | 'done'>()
  const order: string[] = []
  for (const root of Object.keys(dependencies)) {
    const stack = [{ name: root, next: 0 }]
    if (state.has(root)) continue
    state.set(root, 'open')
    while (stack.length > 0) {
      const top = stack[stack.length - 1]
      const needed = Object.hasOwn(dependencies, top.name) ? dependencies[top.name] : []
      if (top.next === needed.length) {
        stack.pop()
        state.set(top.name, 'done')
        order.push(top.name)
        continue
      }
      const name = needed[top.next++]
      if (state.get(name) === 'open') {
        const from = stack.findIndex((one) => one.name === name)
        throw new CycleError([...stack.slice(from).map((one) => one.name), name])
      }
      if (!state.has(name)) {
        state.set(name, 'open')
        stack.push({ name, next: 0 })
      }
    }
  }
  return order
}
