/**
 * The rules of one kind of stream: what it is at first, how a fact changes it, and which facts follow from an order.
 * All three are pure. `decide` gives `[]` when nothing follows (the same order a second time) and throws a
 * DomainError when the order is refused; `evolve` passes facts it doesn't know by.
 */
export interface Decider<State, Command, Event> {
  initialState: State
  evolve(state: State, event: Event): State
  decide(command: Command, state: State): Event[]
}
