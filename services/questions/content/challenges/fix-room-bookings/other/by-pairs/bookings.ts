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
  return sorted.flatMap((one, at) =>
    sorted
      .slice(at + 1)
      .filter((other) => one.room === other.room && one.start < other.end && other.start < one.end)
      .map((other): [Booking, Booking] => [one, other]),
  )
}

export function freeSlots(bookings: readonly Booking[], room: string, from: number, to: number): Slot[] {
  return bookings
    .filter((booking) => booking.room === room)
    .reduce<Slot[]>((slots, booking) => slots.flatMap((slot) => cut(slot, booking)), from < to ? [{ start: from, end: to }] : [])
}

function cut(slot: Slot, { start, end }: Slot): Slot[] {
  const before = { start: slot.start, end: Math.min(slot.end, start) }
  const after = { start: Math.max(slot.start, end), end: slot.end }
  return [before, after].filter((part) => part.start < part.end)
}
