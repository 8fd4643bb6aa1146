export function pipe(...functions: ((value: unknown) => unknown)[]): (value: unknown) => unknown {
  return (value) => value
}
