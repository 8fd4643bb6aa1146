export interface TrieNode {
  isWord: boolean
  /** By character. */
  children: Map<string, TrieNode>
}

export class Trie {
  readonly root: TrieNode = { isWord: false, children: new Map() }

  add(word: string) {
    throw new Error('Not implemented yet')
  }
}
