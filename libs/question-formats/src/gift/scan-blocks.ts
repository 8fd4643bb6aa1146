import { unescapeCategory } from '../rows/category-path.ts'

/** What stands between two blank lines: at most one question, without the comments within it. */
export interface GiftBlock {
  /** Where it begins, from 1. */
  line: number
  text: string
  /** Comments before and within it, without their slashes. */
  comments: string[]
  /** The `$CATEGORY:` that it stands under, as names from the top. */
  category: string[] | undefined
}

interface Line {
  number: number
  text: string
}

const CATEGORY = /^\$CATEGORY:(.*)$/i

/** After how many lines others may run. */
const STEP = 1_000

/**
 * Takes a file apart at its blank lines. Blank lines among the answers are none, as far as the braces can be trusted:
 * one that is never closed takes no later question with it.
 */
export function* scanBlocks(source: string): Generator<GiftBlock | undefined, void, void> {
  const scanner = new BlockScanner()
  for (const [index, text] of source.split('\n').entries()) {
    if (index % STEP === STEP - 1) yield undefined
    yield* scanner.take({ number: index + 1, text })
  }
  yield* scanner.end()
}

class BlockScanner {
  private lines: Line[] = []
  private comments: string[] = []
  private category: string[] | undefined
  private isOpen = false
  /** The last blank line since the brace was opened, as a position in `lines`. */
  private blankAt: number | undefined;

  *take(line: Line): Generator<GiftBlock, void, void> {
    const text = line.text.trim()
    if (text.startsWith('//')) {
      this.comments.push(text.slice(2).trim())
      return
    }
    if (text === '' && !this.isOpen) {
      yield* this.end()
      return
    }
    const category = this.isOpen ? null : CATEGORY.exec(text)
    if (category) {
      yield* this.end()
      this.category = unescapeCategory(category[1] ?? '')
      return
    }
    if (text === '') this.blankAt = this.lines.length
    else if (this.blankAt !== undefined && (text.startsWith('::') || CATEGORY.test(text))) {
      yield* this.splitAtBlank()
      yield* this.take(line)
      return
    }
    this.lines.push(line)
    if (this.follow(line.text)) yield* this.splitAtBlank()
  }

  /** Gives what is there as one block; comments that no question follows belong to none. */
  *end(): Generator<GiftBlock, void, void> {
    const [first] = this.lines
    if (first) {
      const text = this.lines.map((line) => line.text).join('\n')
      yield { line: first.number, text, comments: this.comments, category: this.category }
      this.comments = []
    }
    this.lines = []
    this.isOpen = false
    this.blankAt = undefined
  }

  /** Keeps track of the braces. True: one is opened within another, and a blank line is where they parted. */
  private follow(text: string): boolean {
    for (let at = 0; at < text.length; at++) {
      if (text[at] === '\\') at++
      else if (text[at] === '}') {
        this.isOpen = false
        this.blankAt = undefined
      } else if (text[at] === '{') {
        if (this.isOpen && this.blankAt !== undefined) return true
        this.isOpen = true
      }
    }
    return false
  }

  private *splitAtBlank(): Generator<GiftBlock, void, void> {
    const at = this.blankAt ?? this.lines.length
    const later = this.lines.slice(at + 1)
    this.lines = this.lines.slice(0, at)
    yield* this.end()
    for (const line of later) yield* this.take(line)
  }
}
