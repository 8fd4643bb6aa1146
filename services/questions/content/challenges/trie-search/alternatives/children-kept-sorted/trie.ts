export interface TrieNode {
  isWord: boolean
  children: Map<string, TrieNode>
}

/** Keeps the children sorted: `add` rebuilds the map when a child is added. */
export class Trie {
  readonly root: TrieNode = { isWord: false, children: new Map() }

  add(word: string): void {
    this.#add(this.root, [...word])
  }

  #add(node: TrieNode, [first, ...rest]: string[]): void {
    if (first === undefined) {
      node.isWord = true
      return
    }
    if (!node.children.has(first)) {
      node.children.set(first, { isWord: false, children: new Map() })
      node.children = new Map(
        [...node.children].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
      )
    }
    this.#add(node.children.get(first) as TrieNode, rest)
  }

  has(word: string): boolean {
    return this.#at(this.root, [...word])?.isWord === true
  }

  #at(node: TrieNode | undefined, chars: string[]): TrieNode | undefined {
    return chars.reduce<TrieNode | undefined>((at, char) => at?.children.get(char), node)
  }

  search(prefix: string, limit: number): string[] {
    const node = this.#at(this.root, [...prefix])
    return node ? this.#words(node, prefix, limit) : []
  }

  #words(node: TrieNode, text: string, limit: number): string[] {
    if (limit <= 0) return []
    const words = node.isWord ? [text] : []
    for (const [char, child] of node.children) {
      if (words.length >= limit) break
      words.push(...this.#words(child, text + char, limit - words.length))
    }
    return words
  }
}
