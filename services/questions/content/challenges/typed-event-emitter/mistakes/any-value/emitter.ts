type Listener = (value: any) => void

export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Listener[]>()

  on(name: keyof Events, listener: Listener): () => void {
    const added: Listener = (value) => listener(value)
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), added])
    return () => {
      this.#listeners.set(name, this.#listeners.get(name)?.filter((one) => one !== added) ?? [])
    }
  }

  emit(name: keyof Events, value?: any): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(value)
  }
}
