import { show } from './show.ts'

/** Fills a name's placeholders with the values of a row: `%s`, `%i`, `%d`, `%f`, `%j`, `%o`, `%p`, `%#`, `%$`, `%%`, `$name`, `$0`. */
export function titleOf(name: string, values: readonly unknown[], at: number): string {
  let next = 0
  const [first] = values
  const filled = name.replace(/%([sidfjop#$%])/g, (whole, letter: string) => {
    if (letter === '%') return '%'
    if (letter === '#') return String(at)
    if (letter === '$') return String(at + 1)
    if (next >= values.length) return whole
    const value = values[next]
    next += 1
    if (letter === 'i') return String(Math.trunc(Number(value)))
    if (letter === 'd' || letter === 'f') return String(Number(value))
    return letter === 's' && typeof value !== 'object' ? String(value) : show(value)
  })
  return filled.replace(/\$(\w+(?:\.\w+)*)/g, (whole, path: string) => {
    const parts = path.split('.')
    let value: unknown = /^\d/.test(path) ? values : first
    for (const part of parts) {
      if (typeof value !== 'object' || value === null || !(part in value)) return whole
      value = (value as Record<string, unknown>)[part]
    }
    return typeof value === 'string' ? value : show(value)
  })
}
