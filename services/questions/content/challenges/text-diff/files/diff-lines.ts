export interface Change {
  type: 'same' | 'removed' | 'added'
  line: string
}

export function diffLines(before: string, after: string): Change[] {
  throw new Error('Not implemented yet')
}
