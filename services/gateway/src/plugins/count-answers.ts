const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const opensArray = 0x5b
const closesArray = 0x5d
const opensObject = 0x7b
const closesObject = 0x7d

/**
 * How many answers a batch may hold at most: the elements of the arrays that stand directly in the body's object. Reads
 * the bytes once and makes nothing of them, since the service behind parses them anyway. Never fewer than a parser
 * would find, whatever the members are called and however often one is repeated.
 */
export function countAnswers(json: Buffer): number {
  let depth = 0
  let inArray = false
  let isEmpty = true
  let count = 0
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] as number
    if (byte <= 0x20) continue
    if (depth === 2 && inArray && isEmpty && byte !== closesArray) {
      isEmpty = false
      count += 1
    }
    if (byte === quote) index = endOfString(json, index)
    else if (byte === comma) {
      if (depth === 2 && inArray) count += 1
    } else if (byte === opensArray || byte === opensObject) {
      depth += 1
      if (depth === 2) {
        inArray = byte === opensArray
        isEmpty = true
      }
    } else if (byte === closesArray || byte === closesObject) depth -= 1
  }
  return count
}

/** Where the string that begins here ends, at the latest with the body. */
function endOfString(json: Buffer, start: number): number {
  let end = start
  for (;;) {
    end = json.indexOf(quote, end + 1)
    if (end === -1) return json.length
    let escapes = 0
    while (json[end - 1 - escapes] === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
}
