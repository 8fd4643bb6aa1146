export interface TrieNode {
  isWord: boolean
  children: Map<string, TrieNode>
}

export class Trie {
  readonly root: TrieNode = createNode()

  add(word: string): void {
    let node = this.root
    for (const char of word) {
      const child = node.children.get(char) ?? createNode()
      node.children.set(char, child)
      node = child
    }
    node.isWord = true
  }

  has(word: string): boolean {
    return find(this.root, word)?.isWord === true
  }

  search(prefix: string, limit: number): string[] {
    const found: string[] = []
    const start = find(this.root, prefix)
    for (const word of start ? words(start, prefix) : []) {
      if (found.length >= limit) break
      found.push(word)
    }
    return found
  }
}

const createNode = (): TrieNode => ({ isWord: false, children: new Map() })

function find(root: TrieNode, prefix: string): TrieNode | undefined {
  let node = root
  for (const char of prefix) {
    const child = node.children.get(char)
    if (!child) return undefined
    node = child
  }
  return node
}

/** The words of a subtree, in order, as they are needed. */
function* words(node: TrieNode, text: string): Generator<string> {
  if (node.isWord) yield text
  const children = [...node.children].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [char, child] of children) yield* words(child, text + char)
}
