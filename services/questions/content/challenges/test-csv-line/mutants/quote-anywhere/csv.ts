export function parseLine(line: string): string[] {
  const fields: string[] = []
  let at = 0
  for (;;) {
    const [field, end] = line[at] === '"' ? readQuoted(line, at + 1) : readPlain(line, at)
    fields.push(field)
    if (end === line.length) return fields
    if (line[end] !== ',') throw new SyntaxError(`Expected a comma at ${end}`)
    at = end + 1
  }
}

function readPlain(line: string, start: number): [field: string, end: number] {
  const first = line.indexOf(',', start)
  const quote = line.indexOf('"', start)
  const close = line.indexOf('"', quote + 1)
  const isQuoted = quote !== -1 && (first === -1 || quote < first)
  if (isQuoted && close === -1) throw new SyntaxError('The quotes are not closed')
  const comma = isQuoted ? line.indexOf(',', close) : first
  const end = comma === -1 ? line.length : comma
  return [line.slice(start, end), end]
}

function readQuoted(line: string, start: number): [field: string, end: number] {
  let field = ''
  let at = start
  while (at < line.length) {
    if (line[at] !== '"') field += line[at]
    else if (line[at + 1] === '"') {
      field += '"'
      at += 1
    } else return [field, at + 1]
    at += 1
  }
  throw new SyntaxError('The quotes are not closed')
}
