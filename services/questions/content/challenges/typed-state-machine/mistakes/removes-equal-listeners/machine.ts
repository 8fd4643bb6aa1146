export interface Config<State extends string, Event extends string> {
  initial: NoInfer<State>
  states: Record<State, Partial<Record<Event, NoInfer<State>>>>
}

export interface Machine<State extends string, Event extends string> {
  readonly state: State
  send(event: Event): State
  can(event: Event): boolean
  subscribe(listener: (state: State, previous: State) => void): () => void
}

export function createMachine<State extends string, Event extends string>({
  initial,
  states,
}: Config<State, Event>): Machine<State, Event> {
  let state: State = initial
  let listeners: readonly { call: (state: State, previous: State) => void }[] = []
  const can = (event: Event) => Object.hasOwn(states[state], event)

  return {
    get state() {
      return state
    },
    can,
    send(event) {
      if (!can(event)) return state
      const previous = state
      state = states[state][event] as State
      for (const { call } of listeners) call(state, previous)
      return state
    },
    subscribe(listener) {
      // An object for each subscription, since a function can be added twice.
      const entry = { call: listener }
      listeners = [...listeners, entry]
      return () => {
        listeners = listeners.filter((one) => one.call !== listener)
      }
    },
  }
}
