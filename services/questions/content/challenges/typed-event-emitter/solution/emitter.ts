type Listener<Value> = (value: Value) => void
type Values<Value> = [Value] extends [void] ? [] : [value: Value]

export class Emitter<Events extends object> {
  readonly #listeners: { [Name in keyof Events]?: readonly Listener<Events[Name]>[] } = Object.create(null)

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    // A function of its own, so that removing it removes this listener alone.
    const added: Listener<Events[Name]> = (value) => listener(value)
    this.#listeners[name] = [...(this.#listeners[name] ?? []), added]
    return () => {
      this.#listeners[name] = this.#listeners[name]?.filter((one) => one !== added)
    }
  }

  emit<Name extends keyof Events>(name: Name, ...values: Values<Events[Name]>): void {
    const [value] = values
    for (const listener of this.#listeners[name] ?? []) listener(value as Events[Name])
  }
}
