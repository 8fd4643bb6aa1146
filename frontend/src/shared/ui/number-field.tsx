import type { ComponentProps } from 'react'
import { TextField } from './fields.tsx'

interface Range {
  min: number
  max: number
}

/** A required field for a whole number of a range. */
export const NumberField = ({ range, ...field }: ComponentProps<typeof TextField> & { range: Range }) => (
  <TextField type="number" inputMode="numeric" required min={range.min} max={range.max} {...field} />
)

/** Whether a text, as typed, is a whole number of a range. */
export const isWholeNumberIn = (text: string, { min, max }: Range): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max
