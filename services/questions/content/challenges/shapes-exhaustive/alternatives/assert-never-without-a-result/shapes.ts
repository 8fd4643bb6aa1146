export type Shape =
  | { kind: 'circle'; radius: number }
  | { kind: 'rectangle'; width: number; height: number }
  | { kind: 'square'; side: number }

export function assertNever(value: never): void {
  throw new Error(`Unexpected shape: ${JSON.stringify(value)}`)
}

export function area(shape: Shape): number {
  switch (shape.kind) {
    case 'circle':
      return Math.PI * shape.radius ** 2
    case 'rectangle':
      return shape.width * shape.height
    case 'square':
      return shape.side ** 2
    default:
      assertNever(shape)
      return Number.NaN
  }
}

export function describe(shape: Shape): string {
  switch (shape.kind) {
    case 'circle':
      return `circle (r ${shape.radius})`
    case 'rectangle':
      return `rectangle (${shape.width} × ${shape.height})`
    case 'square':
      return `square (${shape.side})`
    default:
      assertNever(shape)
      return ''
  }
}
