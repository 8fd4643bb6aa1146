import { PAGE_BUTTONS } from '../constants.ts'

/** The page numbers to offer: at most `size` in a row, with the current page as near the middle as the ends allow. */
export function pageWindow(page: number, totalPages: number, size: number = PAGE_BUTTONS): number[] {
  const length = Math.max(0, Math.min(size, totalPages))
  const first = Math.max(1, Math.min(page - Math.floor(length / 2), totalPages - length + 1))
  return Array.from({ length }, (_, offset) => first + offset)
}
