// What test files of challenges may use, in the style of Jest and Vitest. Smaller than Vitest's own types, and it
// compiles in a fraction of their time.

type Awaitable = unknown
// biome-ignore lint/suspicious/noExplicitAny: mocks stand for functions of any kind.
type Procedure = (...values: any[]) => any
type Body = (context: TestContext) => Awaitable
interface TestContext {
  task: { name: string }
  expect: ExpectStatic
}

interface Each {
  <Row extends readonly [unknown, ...unknown[]]>(
    rows: readonly Row[],
  ): (name: string, body: (...values: [...Row]) => Awaitable, timeout?: number) => void
  <Row extends readonly unknown[]>(
    rows: readonly Row[],
  ): (name: string, body: (...values: Row[number][]) => Awaitable, timeout?: number) => void
  <Row>(rows: readonly Row[]): (name: string, body: (value: Row) => Awaitable, timeout?: number) => void
  (
    table: TemplateStringsArray,
    ...values: unknown[]
    // biome-ignore lint/suspicious/noExplicitAny: the columns of a template have no types.
  ): (name: string, body: (row: any) => Awaitable, timeout?: number) => void
}

interface Test {
  (name: string, body?: Body, timeout?: number): void
  (name: string, options: { timeout?: number; skip?: boolean }, body: Body): void
  only: Test
  skip: Test
  fails: Test
  failing: Test
  concurrent: Test
  todo(name: string): void
  skipIf(condition: unknown): Test
  runIf(condition: unknown): Test
  each: Each
}

interface Describe {
  (name: string, body?: () => void): void
  only: Describe
  skip: Describe
  todo(name: string): void
  each: Each
}

type Hook = (body: () => Awaitable, timeout?: number) => void

export interface AsymmetricMatchers {
  // biome-ignore-start lint/suspicious/noExplicitAny: they stand in the place of any value.
  any(type: unknown): any
  anything(): any
  arrayContaining(expected: readonly unknown[]): any
  closeTo(value: number, digits?: number): any
  objectContaining(expected: object): any
  stringContaining(expected: string): any
  stringMatching(expected: string | RegExp): any
  // biome-ignore-end lint/suspicious/noExplicitAny: as above.
}

export interface Matchers<Returned = void> {
  toBe(expected: unknown): Returned
  toBeCloseTo(expected: number, digits?: number): Returned
  toBeDefined(): Returned
  toBeFalsy(): Returned
  toBeGreaterThan(expected: number | bigint): Returned
  toBeGreaterThanOrEqual(expected: number | bigint): Returned
  toBeInstanceOf(expected: unknown): Returned
  toBeLessThan(expected: number | bigint): Returned
  toBeLessThanOrEqual(expected: number | bigint): Returned
  toBeNaN(): Returned
  toBeNull(): Returned
  toBeNullable(): Returned
  toBeOneOf(expected: readonly unknown[] | Set<unknown>): Returned
  toBeTruthy(): Returned
  toBeTypeOf(
    expected: 'bigint' | 'boolean' | 'function' | 'number' | 'object' | 'string' | 'symbol' | 'undefined',
  ): Returned
  toBeUndefined(): Returned
  toContain(expected: unknown): Returned
  toContainEqual(expected: unknown): Returned
  toEqual(expected: unknown): Returned
  toHaveBeenCalled(): Returned
  toHaveBeenCalledOnce(): Returned
  toHaveBeenCalledTimes(times: number): Returned
  toHaveBeenCalledWith(...values: unknown[]): Returned
  toHaveBeenCalledExactlyOnceWith(...values: unknown[]): Returned
  toHaveBeenCalledBefore(mock: Mock): Returned
  toHaveBeenCalledAfter(mock: Mock): Returned
  toHaveBeenLastCalledWith(...values: unknown[]): Returned
  toHaveBeenNthCalledWith(call: number, ...values: unknown[]): Returned
  toHaveLastReturnedWith(expected: unknown): Returned
  toHaveLength(length: number): Returned
  toHaveNthReturnedWith(call: number, expected: unknown): Returned
  toHaveProperty(path: string | number | readonly (string | number | symbol)[], expected?: unknown): Returned
  toHaveResolvedWith(expected: unknown): Returned
  toHaveReturned(): Returned
  toHaveReturnedTimes(times: number): Returned
  toHaveReturnedWith(expected: unknown): Returned
  toMatch(expected: string | RegExp): Returned
  toMatchObject(expected: object | readonly object[]): Returned
  toSatisfy(predicate: (value: never) => boolean, message?: string): Returned
  toStrictEqual(expected: unknown): Returned
  toThrow(expected?: unknown): Returned
  toThrowError(expected?: unknown): Returned
  toBeCalled(): Returned
  toBeCalledTimes(times: number): Returned
  toBeCalledWith(...values: unknown[]): Returned
  lastCalledWith(...values: unknown[]): Returned
}

export interface Assertion extends Matchers<void> {
  not: Assertion
  resolves: PromisedAssertion
  rejects: PromisedAssertion
}
export interface PromisedAssertion extends Matchers<Promise<void>> {
  not: PromisedAssertion
}

export interface ExpectStatic extends AsymmetricMatchers {
  (actual?: unknown, message?: string): Assertion
  not: AsymmetricMatchers
  assertions(count: number): void
  hasAssertions(): void
  unreachable(message?: string): never
  extend(
    matchers: Record<
      string,
      // biome-ignore lint/suspicious/noExplicitAny: matchers accept any value.
      (actual: any, ...values: any[]) => MatcherResult | Promise<MatcherResult>
    >,
  ): void
}
interface MatcherResult {
  pass: boolean
  message: () => string
}

export interface MockResult<Value> {
  type: 'return' | 'throw' | 'incomplete'
  value: Value
}
export interface MockContext<Fn extends Procedure> {
  calls: Parameters<Fn>[]
  results: MockResult<ReturnType<Fn>>[]
  instances: unknown[]
  contexts: unknown[]
  invocationCallOrder: number[]
  lastCall: Parameters<Fn> | undefined
  settledResults: MockResult<Awaited<ReturnType<Fn>>>[]
}
export interface Mock<Fn extends Procedure = Procedure> {
  new (...values: Parameters<Fn>): ReturnType<Fn>
  (...values: Parameters<Fn>): ReturnType<Fn>
  mock: MockContext<Fn>
  getMockName(): string
  getMockImplementation(): Fn | undefined
  mockName(name: string): this
  mockClear(): this
  mockReset(): this
  mockRestore(): void
  mockImplementation(body: Fn): this
  mockImplementationOnce(body: Fn): this
  mockReturnThis(): this
  mockReturnValue(value: ReturnType<Fn>): this
  mockReturnValueOnce(value: ReturnType<Fn>): this
  mockResolvedValue(value: Awaited<ReturnType<Fn>>): this
  mockResolvedValueOnce(value: Awaited<ReturnType<Fn>>): this
  mockRejectedValue(error: unknown): this
  mockRejectedValueOnce(error: unknown): this
  [Symbol.dispose](): void
}
export type MockInstance<Fn extends Procedure = Procedure> = Mock<Fn>
// biome-ignore lint/suspicious/noExplicitAny: as Procedure.
type Asked<Fn> = Fn extends (...values: any[]) => any ? Fn : Procedure

interface Vi {
  fn(): Mock
  fn<Fn extends Procedure>(body?: Fn): Mock<Fn>
  spyOn<Target extends object, Key extends keyof Target>(target: Target, key: Key): Mock<Asked<Target[Key]>>
  spyOn<Target extends object, Key extends keyof Target>(
    target: Target,
    key: Key,
    access: 'get' | 'set',
  ): Mock
  isMockFunction(value: unknown): value is Mock
  // biome-ignore lint/suspicious/noExplicitAny: mocks have the type of what they replace.
  mocked<Value>(value: Value): Value extends (...values: any[]) => any ? Mock<Value> & Value : Value
  clearAllMocks(): Vi
  resetAllMocks(): Vi
  restoreAllMocks(): Vi
  stubGlobal(name: string, value: unknown): Vi
  unstubAllGlobals(): Vi
  useFakeTimers(options?: {
    now?: number | Date
    toFake?: readonly string[]
    shouldAdvanceTime?: boolean
  }): Vi
  useRealTimers(): Vi
  isFakeTimers(): boolean
  setSystemTime(time: number | string | Date): Vi
  getRealSystemTime(): number
  advanceTimersByTime(ms: number): Vi
  advanceTimersByTimeAsync(ms: number): Promise<Vi>
  advanceTimersToNextTimer(): Vi
  advanceTimersToNextTimerAsync(): Promise<Vi>
  runAllTimers(): Vi
  runAllTimersAsync(): Promise<Vi>
  runOnlyPendingTimers(): Vi
  runOnlyPendingTimersAsync(): Promise<Vi>
  clearAllTimers(): Vi
  getTimerCount(): number
  waitFor<Value>(
    body: () => Value | Promise<Value>,
    options?: number | { timeout?: number; interval?: number },
  ): Promise<Value>
}

export declare const describe: Describe
export declare const fdescribe: Describe
export declare const suite: Describe
export declare const xdescribe: Describe
export declare const test: Test
export declare const fit: Test
export declare const it: Test
export declare const xit: Test
export declare const xtest: Test
export declare const beforeAll: Hook
export declare const beforeEach: Hook
export declare const afterAll: Hook
export declare const afterEach: Hook
export declare const expect: ExpectStatic
export declare const vi: Vi
export declare const vitest: Vi
export declare const jest: Vi
