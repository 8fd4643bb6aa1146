export interface Booking {
  room: string
  start: number
  end: number
}

export interface Slot {
  start: number
  end: number
}

export function findConflicts(bookings: readonly Booking[]): [Booking, Booking][] {
  const sorted = [...bookings].sort((a, b) => a.start - b.start)
  const conflicts: [Booking, Booking][] = []
  for (let at = 1; at < sorted.length; at++) {
    const [one, other] = [sorted[at - 1], sorted[at]]
    if (one && other && other.room === one.room && other.start <= one.end) conflicts.push([one, other])
  }
  return conflicts
}

export function freeSlots(bookings: Booking[], room: string, from: number, to: number): Slot[] {
  const slots: Slot[] = []
  let position = from
  const starts = bookings.map((booking) => booking.start).sort()
  bookings.sort((a, b) => starts.indexOf(a.start) - starts.indexOf(b.start))
  for (const booking of bookings) {
    if (booking.room !== room) continue
    slots.push({ start: position, end: booking.start })
    position = booking.end
  }
  slots.push({ start: position, end: to })
  return slots
}
