interface Piece {
  from: number
  to: number
  text: string
  isRule: boolean
}

/** A text gathered from lines of the source that need not be neighbours; blank lines between them are kept. */
export class GatheredText {
  private readonly pieces: Piece[] = []

  /** `from` and `to` are the lines that the text was taken from. */
  add(lines: readonly string[], from: number, to = from + lines.length - 1, isRule = false): void {
    this.pieces.push({ from, to, text: lines.join('\n'), isRule })
  }

  /** Takes away what was gathered from these lines. */
  remove(from: number, to: number): void {
    const kept = this.pieces.filter((piece) => piece.to < from || piece.from > to)
    this.pieces.splice(0, this.pieces.length, ...kept)
  }

  get isEmpty(): boolean {
    return this.pieces.every((piece) => piece.text.trim() === '')
  }

  /** The whole text, without rules and blank lines at its end. `isBlank` tells of a line of the source. */
  build(isBlank: (line: number) => boolean): string {
    let text = ''
    let last: Piece | undefined
    const end = this.pieces.findLastIndex((piece) => !piece.isRule && piece.text.trim() !== '')
    for (const piece of this.pieces.slice(0, end + 1)) {
      if (last) text += gap(last, piece, isBlank)
      text += piece.text
      last = piece
    }
    return text.replace(/^(?:[ \t]*\n)+/, '')
  }
}

function gap(last: Piece, next: Piece, isBlank: (line: number) => boolean): string {
  for (let line = last.to + 1; line < next.from; line++) if (!isBlank(line)) return '\n\n'
  return '\n'.repeat(Math.max(1, next.from - last.to))
}
