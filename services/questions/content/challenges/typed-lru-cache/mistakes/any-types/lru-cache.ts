export class LruCache<Key, Value> {
  private entries = new Map<any, any>()

  constructor(private capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError('Invalid capacity')
  }

  get size(): number {
    return this.entries.size
  }

  has(key: any): boolean {
    return this.entries.has(key)
  }

  get(key: any): any {
    const value = this.entries.get(key)
    if (this.entries.delete(key)) this.entries.set(key, value)
    return value
  }

  set(key: any, value: any): this {
    this.entries.delete(key)
    this.entries.set(key, value)
    if (this.entries.size > this.capacity) this.entries.delete(this.entries.keys().next().value)
    return this
  }

  delete(key: any): boolean {
    return this.entries.delete(key)
  }

  [Symbol.iterator](): IterableIterator<[any, any]> {
    return this.entries.entries()
  }
}
