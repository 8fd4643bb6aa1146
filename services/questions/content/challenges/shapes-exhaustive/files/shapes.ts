export interface Shape {
  kind: string
  radius?: number
  width?: number
  height?: number
  side?: number
}

export function assertNever(value: unknown) {}

export function area(shape: Shape): number {
  return 0
}

export function describe(shape: Shape): string {
  return ''
}
