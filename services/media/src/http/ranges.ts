/** Both included. */
export interface ByteRange {
  start: number
  end: number
}

/** More parts than any player asks for: whoever does gets the whole (RFC 9110, 14.2, allows to ignore them). */
const mostRanges = 16

/**
 * The parts that a `Range` header asks for (RFC 9110, 14.1.2), in its order, those that overlap as one.
 * @returns null for the whole, where the header is none that we know; none where no part that is asked for exists
 */
export function rangesOf(header: string | undefined, size: number): readonly ByteRange[] | null {
  const [, list] = /^bytes=(.*)$/i.exec(header ?? '') ?? []
  const specs = list?.split(',').map((one) => /^\s*(\d{0,15})-(\d{0,15})\s*$/.exec(one)) ?? []
  if (specs.length === 0 || specs.length > mostRanges) return null
  const ranges: ByteRange[] = []
  for (const spec of specs) {
    const [, first = '', last = ''] = spec ?? []
    const isMalformed = (first === '' && last === '') || (first !== '' && last !== '' && +first > +last)
    if (isMalformed) return null
    const start = first === '' ? Math.max(0, size - +last) : +first
    const end = first === '' || last === '' ? size - 1 : Math.min(+last, size - 1)
    if (start <= end) join(ranges, { start, end })
  }
  return ranges
}

export const contentRange = ({ start, end }: ByteRange, size: number): string =>
  `bytes ${start}-${end}/${size}`

/** Adds a part, in one with those that it touches: nothing is sent twice, however often it is asked for. */
function join(ranges: ByteRange[], added: ByteRange): void {
  const touching = ranges.filter(({ start, end }) => start <= added.end + 1 && added.start <= end + 1)
  const [first] = touching
  if (first === undefined) {
    ranges.push(added)
    return
  }
  const whole = {
    start: Math.min(added.start, ...touching.map(({ start }) => start)),
    end: Math.max(added.end, ...touching.map(({ end }) => end)),
  }
  ranges[ranges.indexOf(first)] = whole
  for (const other of touching.slice(1)) ranges.splice(ranges.indexOf(other), 1)
}
