type Listener<Value> = (value: Value) => void
type Values<Value> = [Value] extends [void] ? [] : [value: Value]

export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Listener<never>[]>()

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
    return () => {
      this.#listeners.delete(name)
    }
  }

  emit<Name extends keyof Events>(name: Name, ...[value]: Values<Events[Name]>): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(value as never)
  }
}
