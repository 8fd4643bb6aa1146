type Listener<Value> = (value: Value) => void
type Values<Value> = [Value] extends [void] ? [] : [value: Value]

export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>()

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => {
      listeners.delete(listener)
    }
  }

  emit<Name extends keyof Events>(name: Name, ...[value]: Values<Events[Name]>): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(value as never)
  }
}
