export interface Observer<T> {
  next: (value: T) => void
  error: (reason: unknown) => void
  complete: () => void
}

export type Start<T> = (observer: Observer<T>) => (() => void) | void

class Subscription<T> implements Observer<T> {
  private isClosed = false
  private teardown: (() => void) | undefined

  constructor(private readonly target: Partial<Observer<T>>) {}

  next = (value: T) => {
    if (!this.isClosed) this.target.next?.(value)
  }
  error = (reason: unknown) => {
    if (this.isClosed) return
    this.close()
    this.target.error?.(reason)
  }
  complete = () => {
    if (this.isClosed) return
    this.close()
    this.target.complete?.()
  }
  close = () => {
    if (this.isClosed) return
    this.isClosed = true
    this.teardown?.()
  }
  run(start: Start<T>) {
    try {
      const teardown = start(this) ?? undefined
      if (this.isClosed) teardown?.()
      else this.teardown = teardown
    } catch (reason) {
      this.error(reason)
    }
  }
}

export class Observable<T> {
  constructor(private readonly start: Start<T>) {}

  subscribe(target: Partial<Observer<T>> | ((value: T) => void)): () => void {
    const subscription = new Subscription(target instanceof Function ? { next: target } : target)
    subscription.run(this.start)
    return subscription.close
  }

  private expand<U>(toList: (value: T) => U[]): Observable<U> {
    return new Observable<U>(({ next, error, complete }) =>
      this.subscribe({
        error,
        complete,
        next(value) {
          let list: U[] = []
          try {
            list = toList(value)
          } catch (reason) {
            error(reason)
          }
          list.forEach(next)
        },
      }),
    )
  }

  map<U>(fn: (value: T) => U): Observable<U> {
    return this.expand((value) => [fn(value)])
  }

  filter(fn: (value: T) => boolean): Observable<T> {
    return this.expand((value) => (fn(value) ? [value] : []))
  }
}
