import { BYTE_ORDER_MARK, csvRow } from '@rehearse/contracts/csv'

/** Downloads a file through the browser. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** A CSV file with a table. */
export const toCsv = (
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string => `${BYTE_ORDER_MARK}${[columns, ...rows].map(csvRow).join('')}`
