type Listener<Value> = (value: Value) => void
type Values<Value> = [Value] extends [void] ? [] : [value: Value]

export class Emitter<Events extends object> {
  readonly #listeners = new Map<PropertyKey, Listener<never>[]>()

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const added: Listener<Events[Name]> = (value) => listener(value)
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), added])
    return () => {
      this.#listeners.set(name, this.#listeners.get(name)?.filter((one) => one !== added) ?? [])
    }
  }

  emit<Name extends keyof Events>(name: Name, ...[value]: Values<Events[Name]>): void {
    for (const listener of this.#listeners.get(name)!) listener(value as never)
  }
}
