export interface Scale {
  /** Where a value is, in pixels. */
  place(value: number): number
  ticks: readonly number[]
}

/** From nothing to at least `most`, in round steps. */
export function linear(most: number, [from, to]: readonly [number, number], count = 4): Scale {
  const rough = Math.max(most, 1e-9) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((factor) => rough <= power * factor) ?? 10)
  const top = Math.ceil(Math.max(most, step) / step - 1e-9) * step
  return {
    place: (value) => from + (value / top) * (to - from),
    ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step),
  }
}

/** Each power of ten takes as much room; between two of them 2 and 5 are marked, where there are few. */
export function logarithmic(least: number, most: number, [from, to]: readonly [number, number]): Scale {
  const low = Math.log10(least)
  const high = Math.max(Math.log10(most), low + 0.5)
  const marks = high - low > 2.2 ? [1] : [1, 2, 5]
  const ticks = []
  for (let power = Math.floor(low); power <= Math.ceil(high); power += 1) {
    for (const mark of marks) ticks.push(mark * 10 ** power)
  }
  return {
    place: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    ticks: ticks.filter((tick) => Math.log10(tick) >= low - 1e-9 && Math.log10(tick) <= high + 1e-9),
  }
}
