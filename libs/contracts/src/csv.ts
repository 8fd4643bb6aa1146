/** Starts a CSV file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Matches a cell that a spreadsheet would run as a formula, also after what some leave out: spaces, invisible
 * characters, a separator, and signs of full width.
 */
const formula = /^[\t\r\n]|^[\s\p{C}|;]*[=+\-@＝＋－＠]/u
const plainNumber = /^-?\d+(?:\.\d+)?$/

/**
 * A row of a CSV file (RFC 4180), with its line break. A cell that would be run as a formula gets an apostrophe:
 * learners and admins write texts that others open in a spreadsheet.
 */
export const csvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(toCell).join(',')}\r\n`

function toCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
