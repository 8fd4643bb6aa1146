export type Shape =
  | { kind: 'circle'; radius: number }
  | { kind: 'rectangle'; width: number; height: number }
  | { kind: 'square'; side: number }

type Functions<Result> = { [Kind in Shape['kind']]: (shape: Extract<Shape, { kind: Kind }>) => Result }

const areas: Functions<number> = {
  circle: ({ radius }) => Math.PI * radius ** 2,
  rectangle: ({ width, height }) => width * height,
  square: ({ side }) => side ** 2,
}

const descriptions: Functions<string> = {
  circle: ({ radius }) => `circle (r ${radius})`,
  rectangle: ({ width, height }) => `rectangle (${width} × ${height})`,
  square: ({ side }) => `square (${side})`,
}

export function assertNever(value: never): never {
  throw new Error(`Unexpected shape: ${JSON.stringify(value)}`)
}

export function area(shape: Shape): number {
  const run = areas[shape.kind]
  return run ? run(shape as never) : assertNever(shape as never)
}

export function describe(shape: Shape): string {
  const run = descriptions[shape.kind]
  return run ? run(shape as never) : assertNever(shape as never)
}
