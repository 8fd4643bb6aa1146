export interface Observer<T> {
  next: (value: T) => void
  error: (reason: unknown) => void
  complete: () => void
}

export type Start<T> = (observer: Observer<T>) => (() => void) | void

export class Observable<T> {
  constructor(start: Start<T>) {}

  subscribe(observer: Partial<Observer<T>> | ((value: T) => void)): () => void {
    return () => {}
  }

  map<U>(fn: (value: T) => U): Observable<U> {
    return new Observable<U>(() => {})
  }

  filter(fn: (value: T) => boolean): Observable<T> {
    return this
  }
}
