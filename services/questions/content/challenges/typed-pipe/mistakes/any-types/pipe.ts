export function pipe(first: (...args: any[]) => any, ...rest: ((value: any) => any)[]): (...args: any[]) => any {
  return (...args) => rest.reduce((value, next) => next(value), first(...args))
}
