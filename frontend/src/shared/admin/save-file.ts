/** Downloads a file through the browser. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/**
 * Matches a cell that a spreadsheet would run as a formula: learners' text must not execute on an admin's machine.
 */
const formula = /^[=+\-@\t\r]/
const plainNumber = /^-?\d+(?:\.\d+)?$/

/** A table as comma-separated values (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. */
export function toCsv(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const lines = [columns, ...rows].map((row) => row.map(toCell).join(','))
  return `\ufeff${lines.join('\r\n')}\r\n`
}

function toCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
