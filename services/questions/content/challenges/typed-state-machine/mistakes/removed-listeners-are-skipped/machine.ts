type Listener<State> = (state: State, previous: State) => void

class Machine<State extends string, Event extends string> {
  #state: State
  readonly #table: Record<State, Partial<Record<Event, State>>>
  readonly #listeners = new Map<symbol, Listener<State>>()

  constructor(initial: State, table: Record<State, Partial<Record<Event, State>>>) {
    this.#state = initial
    this.#table = table
  }

  get state(): State {
    return this.#state
  }

  can(event: Event): boolean {
    return Object.keys(this.#table[this.#state]).includes(event)
  }

  send(event: Event): State {
    if (this.can(event)) {
      const previous = this.#state
      const next = this.#table[previous][event] as State
      this.#state = next
      ;[...this.#listeners].forEach(([id, listener]) => this.#listeners.has(id) && listener(next, previous))
    }
    return this.#state
  }

  subscribe(listener: Listener<State>): () => void {
    const id = Symbol()
    this.#listeners.set(id, listener)
    return () => void this.#listeners.delete(id)
  }
}

export function createMachine<State extends string, Event extends string>(config: {
  initial: NoInfer<State>
  states: { [S in State]: { [E in Event]?: NoInfer<State> } }
}) {
  return new Machine<State, Event>(config.initial, config.states)
}
