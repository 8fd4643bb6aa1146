import type { QuestionAnswerInput, QuestionTypeInput } from '@rehearse/contracts'

/*
 * The key of a matching, short-answer or numeric question, as the lines of a block of code:
 *
 *     flex -> one axis        justify-content        16.67 ± 0.01 ms
 *     grid -> two axes        place-content
 *     -> no axis
 */

/** The key in these lines; undefined if they aren't one of that type. */
export function readAnswerBlock(
  type: QuestionTypeInput,
  lines: readonly string[],
): QuestionAnswerInput | undefined {
  const filled = lines.filter((line) => line.trim() !== '')
  switch (type) {
    case 'matching':
      return readPairs(filled)
    case 'short-answer':
      return { kind: 'text', accepted: filled.map((line) => line.trim()) }
    case 'numeric':
      return filled.length === 1 ? readNumber(filled[0]?.trim() ?? '') : undefined
    default:
      return undefined
  }
}

function readPairs(lines: readonly string[]): QuestionAnswerInput | undefined {
  const sides = lines.map((line) => {
    const at = line.indexOf('->')
    return at === -1 ? undefined : { left: line.slice(0, at).trim(), right: line.slice(at + 2).trim() }
  })
  const known = sides.filter((side) => side !== undefined)
  if (known.length < sides.length) return undefined
  const extra = known.filter(({ left }) => left === '').map(({ right }) => right)
  return {
    kind: 'pairs',
    pairs: known.filter(({ left }) => left !== ''),
    ...(extra.length > 0 && { extra }),
  }
}

const number = /^(\S+)(?:\s*(?:±|\+-)\s*(\S+))?(?:\s+(\S.*))?$/

function readNumber(line: string): QuestionAnswerInput | undefined {
  const [, value = '', tolerance = '0', unit] = number.exec(line) ?? []
  const read = { value: Number(value), tolerance: Number(tolerance) }
  if (value === '' || !Number.isFinite(read.value) || !Number.isFinite(read.tolerance)) return undefined
  return { kind: 'number', ...read, ...(unit !== undefined && { unit: unit.trim() }) }
}

/** The lines that are read as this key, if it can be written so. */
export function printAnswerBlock(answer: QuestionAnswerInput): string[] {
  switch (answer.kind) {
    case 'pairs':
      return [
        ...answer.pairs.map(({ left, right }) => `${left} -> ${right}`),
        ...(answer.extra ?? []).map((text) => `-> ${text}`),
      ]
    case 'text':
      return answer.accepted
    case 'number': {
      const { value, tolerance = 0, unit } = answer
      return [[value, ...(tolerance > 0 ? ['±', tolerance] : []), ...(unit ? [unit] : [])].join(' ')]
    }
  }
}
