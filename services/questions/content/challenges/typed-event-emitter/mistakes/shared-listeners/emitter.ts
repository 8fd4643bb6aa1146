type Listener<Value> = (value: Value) => void
type Values<Value> = [Value] extends [void] ? [] : [value: Value]

export class Emitter<Events extends object> {
  static readonly #listeners = new Map<PropertyKey, Listener<never>[]>()

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const added: Listener<Events[Name]> = (value) => listener(value)
    Emitter.#listeners.set(name, [...(Emitter.#listeners.get(name) ?? []), added])
    return () => {
      Emitter.#listeners.set(name, Emitter.#listeners.get(name)?.filter((one) => one !== added) ?? [])
    }
  }

  emit<Name extends keyof Events>(name: Name, ...[value]: Values<Events[Name]>): void {
    for (const listener of Emitter.#listeners.get(name) ?? []) listener(value as never)
  }
}
