export interface Observer<T> {
  next: (value: T) => void
  error: (reason: unknown) => void
  complete: () => void
}

export type Start<T> = (observer: Observer<T>) => (() => void) | void

export class Observable<T> {
  values: T[] = []
  isComplete = false

  constructor(start: Start<T>) {
    start({ next: (value) => this.values.push(value), error: () => {}, complete: () => (this.isComplete = true) })
  }

  subscribe(given: Partial<Observer<T>> | ((value: T) => void)): () => void {
    const observer = typeof given === 'function' ? { next: given } : given
    for (const value of this.values) observer.next?.(value)
    if (this.isComplete) observer.complete?.()
    return () => {}
  }

  map<U>(fn: (value: T) => U): Observable<U> {
    return new Observable<U>((observer) => {
      this.subscribe((value) => observer.next(fn(value)))
    })
  }

  filter(fn: (value: T) => boolean): Observable<T> {
    return new Observable<T>((observer) => {
      this.subscribe((value) => fn(value) && observer.next(value))
    })
  }
}
