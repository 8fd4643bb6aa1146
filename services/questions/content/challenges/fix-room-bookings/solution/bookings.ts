export interface Booking {
  room: string
  start: number
  end: number
}

export interface Slot {
  start: number
  end: number
}

const byStart = (a: Booking, b: Booking) => a.start - b.start

export function findConflicts(bookings: readonly Booking[]): [Booking, Booking][] {
  const sorted = bookings.toSorted(byStart)
  const conflicts: [Booking, Booking][] = []
  for (const [at, one] of sorted.entries()) {
    for (const other of sorted.slice(at + 1)) {
      if (other.start >= one.end) break
      if (other.room === one.room) conflicts.push([one, other])
    }
  }
  return conflicts
}

export function freeSlots(bookings: readonly Booking[], room: string, from: number, to: number): Slot[] {
  const slots: Slot[] = []
  if (from >= to) return slots
  let position = from
  for (const { start, end } of bookings.filter((booking) => booking.room === room).toSorted(byStart)) {
    if (start > position) slots.push({ start: position, end: Math.min(start, to) })
    position = Math.max(position, end)
    if (position >= to) return slots
  }
  slots.push({ start: position, end: to })
  return slots
}
