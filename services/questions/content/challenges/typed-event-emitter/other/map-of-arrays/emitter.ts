type Values<Value> = [Value] extends [void] ? [] : [value: Value]

export class Emitter<Events extends object> {
  private listeners = new Map<keyof Events, ((value: never) => void)[]>()

  on<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): () => void {
    const entry = (value: Events[Name]): void => listener(value)
    this.listeners.set(name, [...this.listenersOf(name), entry])
    return () => {
      this.listeners.set(
        name,
        this.listenersOf(name).filter((one) => one !== entry),
      )
    }
  }

  emit<Name extends keyof Events>(name: Name, ...[value]: Values<Events[Name]>): void {
    this.listenersOf(name).forEach((listener) => listener(value as Events[Name]))
  }

  private listenersOf<Name extends keyof Events>(name: Name): ((value: Events[Name]) => void)[] {
    return (this.listeners.get(name) ?? []) as ((value: Events[Name]) => void)[]
  }
}
