export interface TrieNode {
  isWord: boolean
  children: Map<string, TrieNode>
}

export class Trie {
  readonly root: TrieNode = { isWord: false, children: new Map() }

  add(word: string): void {
    let node = this.root
    for (const char of word) {
      let child = node.children.get(char)
      if (!child) {
        child = { isWord: false, children: new Map() }
        node.children.set(char, child)
      }
      node = child
    }
    node.isWord = true
  }

  has(word: string): boolean {
    return this.#find(word)?.isWord === true
  }

  search(prefix: string, limit: number): string[] {
    const words: string[] = []
    const collect = (node: TrieNode, text: string): void => {
      if (words.length >= limit) return
      if (node.isWord) words.push(text)
      for (const char of [...node.children.keys()].sort()) {
        collect(node.children.get(char) as TrieNode, text + char)
      }
    }
    const start = this.#find(prefix)
    if (start) collect(start, prefix)
    return words
  }

  #find(prefix: string): TrieNode | undefined {
    let node: TrieNode | undefined = this.root
    for (const char of prefix) node = node?.children.get(char)
    return node
  }
}
