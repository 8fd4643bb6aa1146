export interface Observer<T> {
  next: (value: T) => void
  error: (reason: unknown) => void
  complete: () => void
}

export type Start<T> = (observer: Observer<T>) => (() => void) | void

export class Observable<T> {
  readonly #start: Start<T>

  constructor(start: Start<T>) {
    this.#start = start
  }

  subscribe(given: Partial<Observer<T>> | ((value: T) => void)): () => void {
    const observer = typeof given === 'function' ? { next: given } : given
    let isDone = false
    let cleanup: (() => void) | void
    const stop = () => {
      isDone = true
      const run = cleanup
      cleanup = undefined
      run?.()
    }
    const end = (notify: () => void) => {
      if (isDone) return
      isDone = true
      notify()
      stop()
    }
    const error = (reason: unknown) => end(() => observer.error?.(reason))
    try {
      cleanup = this.#start({
        next: (value) => {
          if (!isDone) observer.next?.(value)
        },
        error,
        complete: () => end(() => observer.complete?.()),
      })
    } catch (reason) {
      error(reason)
    }
    if (isDone) stop()
    return stop
  }

  map<U>(fn: (value: T) => U): Observable<U> {
    return this.#lift((value) => [fn(value)])
  }

  filter(fn: (value: T) => boolean): Observable<T> {
    return this.#lift((value) => (fn(value) ? [value] : []))
  }

  /** Delivers what `change` makes of each value. */
  #lift<U>(change: (value: T) => U[]): Observable<U> {
    return new Observable((observer) =>
      this.subscribe({
        ...observer,
        next: (value) => {
          let changed: U[]
          try {
            changed = change(value)
          } catch (reason) {
            observer.error(reason)
            return
          }
          for (const one of changed) observer.next(one)
        },
      }),
    )
  }
}
