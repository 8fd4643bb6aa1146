interface Circle {
  kind: 'circle'
  radius: number
}
interface Rectangle {
  kind: 'rectangle'
  width: number
  height: number
}
interface Square {
  kind: 'square'
  side: number
}
export type Shape = Circle | Rectangle | Square

export function assertNever(value: never): never {
  throw new Error('Unexpected shape: ' + JSON.stringify(value))
}

export function area(shape: Shape): number {
  if (shape.kind === 'circle') return shape.radius * shape.radius * Math.PI
  if (shape.kind === 'rectangle') return shape.width * shape.height
  if (shape.kind === 'square') return shape.side * shape.side
  return assertNever(shape)
}

export function describe(shape: Shape): string {
  if (shape.kind === 'circle') return `circle (r ${shape.radius})`
  if (shape.kind === 'rectangle') return `rectangle (${shape.width} × ${shape.height})`
  if (shape.kind === 'square') return `square (${shape.side})`
  return assertNever(shape)
}
