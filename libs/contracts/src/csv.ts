/** Starts a CSV file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Matches a cell that a spreadsheet would run as a formula, also after what some leave out: spaces, invisible
 * characters, a separator, and signs of full width.
 */
const formula = /^[\t\r\n]|^[\s\p{C}|;]*[=+\-@＝＋－＠]/u
const plainNumber = /^-?\d+(?:\.\d+)?$/

/**
 * Whether an export puts an apostrophe before this text. Also if it has apostrophes of its own there: an import removes
 * one.
 */
function isDefused(text: string): boolean {
  const bare = text.replace(/^'+/, '')
  return formula.test(bare) && !plainNumber.test(bare)
}

/** The text of a cell of an export: without the apostrophe, if `csvRow` put one there. */
export const rearmed = (cell: string): string =>
  cell.startsWith("'") && isDefused(cell.slice(1)) ? cell.slice(1) : cell

/**
 * A row of a CSV file (RFC 4180), with its line break. A cell that would be run as a formula gets an apostrophe:
 * learners and admins write texts that others open in a spreadsheet.
 */
export const csvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(toCell).join(',')}\r\n`

function toCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = isDefused(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
