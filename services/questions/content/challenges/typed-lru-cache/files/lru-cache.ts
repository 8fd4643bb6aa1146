export class LruCache<Key, Value> {
  constructor(capacity: number) {}
}
