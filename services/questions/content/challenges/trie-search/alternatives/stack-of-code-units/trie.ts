export interface TrieNode {
  isWord: boolean
  children: Map<string, TrieNode>
}

class Node implements TrieNode {
  isWord = false
  children = new Map<string, TrieNode>()
}

/** Splits words into UTF-16 code units, and keeps a stack of open nodes. */
export class Trie {
  root: TrieNode = new Node()

  add(word: string) {
    let current = this.root
    for (let i = 0; i < word.length; i++) {
      if (!current.children.has(word[i])) current.children.set(word[i], new Node())
      current = current.children.get(word[i])!
    }
    current.isWord = true
    return this
  }

  has(word: string): boolean {
    const node = this.walk(word)
    return node !== null && node.isWord
  }

  search(prefix: string, limit: number): string[] {
    const start = this.walk(prefix)
    const result: string[] = []
    if (start === null) return result
    const stack: [TrieNode, string][] = [[start, prefix]]
    while (stack.length > 0 && result.length < limit) {
      const [node, word] = stack.pop()!
      if (node.isWord) result.push(word)
      const letters = Array.from(node.children.keys()).sort().reverse()
      for (const letter of letters) stack.push([node.children.get(letter)!, word + letter])
    }
    return result
  }

  private walk(text: string): TrieNode | null {
    let current = this.root
    for (let i = 0; i < text.length; i++) {
      const next = current.children.get(text[i])
      if (next === undefined) return null
      current = next
    }
    return current
  }
}
