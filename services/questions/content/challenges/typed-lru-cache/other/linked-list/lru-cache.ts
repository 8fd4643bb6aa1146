interface Node<Key, Value> {
  entry: [Key, Value]
  before: Node<Key, Value>
  after: Node<Key, Value>
}

export class LruCache<Key, Value> {
  private readonly nodes = new Map<Key, Node<Key, Value>>()
  private readonly ring: Node<Key, Value>

  constructor(private readonly capacity: number) {
    if (!(Number.isInteger(capacity) && capacity > 0)) throw new RangeError('Invalid capacity')
    const ring = { entry: [] as never } as unknown as Node<Key, Value>
    ring.before = ring
    ring.after = ring
    this.ring = ring
  }

  get size() {
    return this.nodes.size
  }

  has(key: Key) {
    return this.nodes.has(key)
  }

  get(key: Key): Value | undefined {
    const node = this.nodes.get(key)
    if (node === undefined) return undefined
    this.unlink(node)
    this.append(node)
    return node.entry[1]
  }

  set(key: Key, value: Value): this {
    this.delete(key)
    const node = { entry: [key, value] } as Node<Key, Value>
    this.nodes.set(key, node)
    this.append(node)
    if (this.nodes.size > this.capacity) this.delete(this.ring.after.entry[0])
    return this
  }

  delete(key: Key): boolean {
    const node = this.nodes.get(key)
    if (node) this.unlink(node)
    return this.nodes.delete(key)
  }

  *[Symbol.iterator](): Generator<[Key, Value]> {
    for (let node = this.ring.after; node !== this.ring; node = node.after) yield node.entry
  }

  private unlink({ before, after }: Node<Key, Value>) {
    before.after = after
    after.before = before
  }

  private append(node: Node<Key, Value>) {
    node.before = this.ring.before
    node.after = this.ring
    node.before.after = node
    this.ring.before = node
  }
}
