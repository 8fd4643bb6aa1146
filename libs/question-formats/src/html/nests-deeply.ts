/** Elements that end where the next one begins, and those that hold nothing: they can't nest by themselves. */
const selfEnding = new Set(
  'area base br col dd dt embed hr img input li link meta option p param source td th tr track wbr'.split(
    ' ',
  ),
)

/** Elements within elements, at most. */
const DEPTH = 64
/** Elements that end before one that began in them has, at most. */
const CROSSINGS = 32

/**
 * Whether more elements are open, or cross each other, than in any question. HTML parsers call themselves for each
 * open one, and need time that grows with the square or worse of those that cross, so this is asked before they see
 * the text.
 */
export function nestsDeeply(html: string): boolean {
  const open: string[] = []
  let crossings = 0
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]{0,40})/gi)) {
    const tag = name.toLowerCase()
    if (selfEnding.has(tag)) continue
    if (slash === '') open.push(tag)
    else {
      const at = open.lastIndexOf(tag)
      // An end without a beginning closes nothing.
      if (at === -1) continue
      if (at < open.length - 1) crossings++
      open.splice(at, 1)
    }
    if (open.length > DEPTH || crossings > CROSSINGS) return true
  }
  return false
}
