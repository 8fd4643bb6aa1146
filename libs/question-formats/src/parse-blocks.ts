import { DomainError } from '@rehearse/contracts'
import type { FormatModule, ParseSteps } from './types.ts'

/**
 * Parses a format whose questions are blocks of lines: finds all blocks first, so that a source without any is
 * rejected as a whole, then reads them one by one.
 * @param scan yields the blocks, and undefined where other work may run
 */
export function parseBlocks<Block>(
  scan: (source: string) => Iterable<Block | undefined>,
  read: (block: Block, ...rest: ReadRest) => NonNullable<ParseStep>,
): FormatModule['parse'] {
  return function* (source, defaults): ParseSteps {
    const blocks: Block[] = []
    for (const block of scan(source)) {
      if (block) blocks.push(block)
      else yield undefined
    }
    if (blocks.length === 0) {
      throw unreadableSource('No questions found in the file. Please check the format.')
    }
    for (const [index, block] of blocks.entries()) yield read(block, index, defaults)
  }
}

type ParseStep = ParseSteps extends Iterable<infer Step> ? Step : never
type ReadRest = [index: number, defaults: Parameters<FormatModule['parse']>[1]]

/** The source as a whole is invalid, so none of its questions can be read. */
export function unreadableSource(message: string, cause?: unknown): DomainError {
  return new DomainError({ kind: 'invalid', code: 'unreadable_source', message, cause })
}
