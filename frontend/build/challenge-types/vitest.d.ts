// What test files of challenges may use, in the style of Jest and Vitest. Smaller than Vitest's own types, and it
// compiles in a fraction of their time.

import type { expectTypeOf as ExpectTypeOf } from 'expect-type'

type Awaitable = unknown
// biome-ignore lint/suspicious/noExplicitAny: mocks stand for functions of any kind.
type Procedure = (...values: any[]) => any
/** Of Vitest, and as the callback of Jest. */
interface TestContext extends Done {
  task: { name: string }
  expect: ExpectStatic
  onTestFinished: CallBack
  onTestFailed: CallBack
}
type CallBack = (body: (context: TestContext) => Awaitable) => void
/** Of a test or a suite. */
interface Options {
  timeout?: number
  skip?: boolean
  only?: boolean
  todo?: boolean
  fails?: boolean
  concurrent?: boolean
  sequential?: boolean
  retry?: number
  repeats?: number
}
interface Done {
  (error?: unknown): void
  fail(error?: unknown): void
}
// biome-ignore lint/suspicious/noExplicitAny: any function or class, which stands for its name.
type Name = string | number | Procedure | (abstract new (...values: any[]) => unknown)

/** The body comes after the options, or before a time limit. */
interface Declare<Values extends readonly unknown[]> {
  (name: Name, body: (...values: Values) => Awaitable, timeout?: number): void
  (name: Name, options: Options, body: (...values: Values) => Awaitable): void
}
interface Each {
  <Row extends readonly [unknown, ...unknown[]]>(rows: readonly Row[]): Declare<[...Row]>
  <Row extends readonly unknown[]>(rows: readonly Row[]): Declare<Row[number][]>
  <Row>(rows: readonly Row[]): Declare<[value: Row]>
  // biome-ignore lint/suspicious/noExplicitAny: the columns of a template have no types.
  (table: TemplateStringsArray, ...values: unknown[]): Declare<[row: any]>
}
type For<Context> = <Row>(rows: readonly Row[]) => Declare<[row: Row, context: Context]>

interface Test<Context = TestContext> {
  (name: Name, body?: (context: Context) => Awaitable, timeout?: number): void
  (name: Name, options: Options, body: (context: Context) => Awaitable): void
  only: Test<Context>
  skip: Test<Context>
  fails: Test<Context>
  failing: Test<Context>
  concurrent: Test<Context>
  sequential: Test<Context>
  todo(name: string): void
  skipIf(condition: unknown): Test<Context>
  runIf(condition: unknown): Test<Context>
  each: Each
  for: For<Context>
  extend<Value>(
    name: string,
    fixture: (context: Context, tools: { onCleanup(body: () => Awaitable): void }) => Value,
  ): Test<Context & Record<string, Awaited<Value>>>
  extend<Added extends object>(
    fixtures: {
      [Key in keyof Added]:
        | Fixture<Added[Key], Context & Added>
        | [Fixture<Added[Key], Context & Added>, object]
    },
  ): Test<Context & Added>
}
type Fixture<Value, Context> = Value | ((context: Context, use: (value: Value) => Promise<void>) => Awaitable)

interface Describe {
  (name: Name, body?: () => void): void
  (name: Name, options: Options, body: () => void): void
  only: Describe
  skip: Describe
  concurrent: Describe
  sequential: Describe
  todo(name: string): void
  skipIf(condition: unknown): Describe
  runIf(condition: unknown): Describe
  each: Each
  for: For<void>
}

type Hook = (body: (done: Done) => Awaitable, timeout?: number) => void

export interface AsymmetricMatchers {
  // biome-ignore-start lint/suspicious/noExplicitAny: they stand in the place of any value.
  any(type: unknown): any
  anything(): any
  arrayContaining(expected: readonly unknown[]): any
  arrayOf(expected: unknown): any
  closeTo(value: number, digits?: number): any
  objectContaining(expected: object): any
  stringContaining(expected: string): any
  stringMatching(expected: string | RegExp): any
  // biome-ignore-end lint/suspicious/noExplicitAny: as above.
}

/** What tests add to `jest.Matchers` counts, too. */
export interface Matchers<R = void> extends globalThis.jest.Matchers<R> {
  toBe<E = unknown>(expected: E): R
  toBeCloseTo(expected: number, digits?: number): R
  toBeDefined(): R
  toBeFalsy(): R
  toBeGreaterThan(expected: number | bigint): R
  toBeGreaterThanOrEqual(expected: number | bigint): R
  toBeInstanceOf(expected: unknown): R
  toBeLessThan(expected: number | bigint): R
  toBeLessThanOrEqual(expected: number | bigint): R
  toBeNaN(): R
  toBeNull(): R
  toBeNullable(): R
  toBeOneOf(expected: readonly unknown[] | Set<unknown>): R
  toBeTruthy(): R
  toBeTypeOf(
    expected: 'bigint' | 'boolean' | 'function' | 'number' | 'object' | 'string' | 'symbol' | 'undefined',
  ): R
  toBeUndefined(): R
  toContain<E = unknown>(expected: E): R
  toContainEqual<E = unknown>(expected: E): R
  toEqual<E = unknown>(expected: E): R
  toHaveBeenCalled(): R
  toHaveBeenCalledOnce(): R
  toHaveBeenCalledTimes(times: number): R
  toHaveBeenCalledWith<E extends unknown[]>(...values: E): R
  toHaveBeenCalledExactlyOnceWith(...values: unknown[]): R
  toHaveBeenCalledBefore(mock: Mock): R
  toHaveBeenCalledAfter(mock: Mock): R
  toHaveBeenLastCalledWith(...values: unknown[]): R
  toHaveBeenNthCalledWith(call: number, ...values: unknown[]): R
  toHaveLastReturnedWith<E = unknown>(expected: E): R
  toHaveLength(length: number): R
  toHaveNthReturnedWith(call: number, expected: unknown): R
  toHaveProperty<E = unknown>(path: string | number | readonly (string | number | symbol)[], expected?: E): R
  toHaveResolvedWith<E = unknown>(expected: E): R
  toHaveReturned(): R
  toHaveReturnedTimes(times: number): R
  toHaveReturnedWith<E = unknown>(expected: E): R
  toMatch(expected: string | RegExp): R
  toMatchInlineSnapshot(snapshot?: string): R
  toMatchInlineSnapshot(properties: object, snapshot?: string): R
  toThrowErrorMatchingInlineSnapshot(snapshot?: string): R
  toMatchObject<E extends object | readonly object[]>(expected: E): R
  toSatisfy(predicate: (value: never) => boolean, message?: string): R
  toStrictEqual<E = unknown>(expected: E): R
  toThrow(expected?: unknown): R
  toThrowError(expected?: unknown): R
  toBeCalled(): R
  toBeCalledTimes(times: number): R
  toBeCalledWith(...values: unknown[]): R
  lastCalledWith(...values: unknown[]): R
  nthCalledWith(call: number, ...values: unknown[]): R
  toReturn(): R
  toReturnTimes(times: number): R
  toReturnWith(expected: unknown): R
  lastReturnedWith(expected: unknown): R
  nthReturnedWith(call: number, expected: unknown): R
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
  <Value = unknown>(actual?: Value, message?: string): Assertion
  not: AsymmetricMatchers
  soft<Value = unknown>(actual?: Value, message?: string): Assertion
  poll(
    ask: () => unknown,
    options?: { timeout?: number; interval?: number; message?: string },
  ): PromisedAssertion
  assertions(count: number): void
  hasAssertions(): void
  unreachable(message?: string): never
  extend(
    matchers: Record<
      string,
      // biome-ignore lint/suspicious/noExplicitAny: matchers accept any value.
      (this: MatcherContext, actual: any, ...values: any[]) => MatcherResult | Promise<MatcherResult>
    >,
  ): void
}
interface MatcherContext {
  isNot: boolean
  promise: string
  equals(one: unknown, other: unknown): boolean
  utils: Record<'printExpected' | 'printReceived' | 'stringify', (value: unknown) => string> &
    Record<'diff' | 'matcherHint', (...values: unknown[]) => string>
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
export type MockedFunction<Fn extends Procedure> = Mock<Fn> & Fn
export type Mocked<Target> = Target & {
  [Key in keyof Target]: Target[Key] extends Procedure ? MockedFunction<Target[Key]> : Target[Key]
}
// biome-ignore lint/suspicious/noExplicitAny: as Procedure.
type Asked<Fn> = Fn extends (...values: any[]) => any ? Fn : Procedure

interface Vi {
  fn(): Mock
  fn<Fn extends Procedure>(body?: Fn): Mock<Fn>
  /** As older versions of Jest name the types. */
  fn<Value, Values extends unknown[]>(body?: (...values: Values) => Value): Mock<(...values: Values) => Value>
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
  useFakeTimers(
    options?:
      | 'modern'
      | {
          now?: number | Date
          toFake?: readonly string[]
          shouldAdvanceTime?: boolean
          advanceTimers?: boolean
        },
  ): Vi
  useRealTimers(): Vi
  isFakeTimers(): boolean
  setSystemTime(time: number | string | Date): Vi
  getRealSystemTime(): number
  now(): number
  hoisted<Value>(make: () => Value): Value
  replaceProperty<Target extends object, Key extends keyof Target>(
    target: Target,
    key: Key,
    value: Target[Key],
  ): { restore(): void }
  setTimeout(ms: number): Vi
  retryTimes(times: number): Vi
  runAllTicks(): Vi
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
  waitUntil<Value>(
    ask: () => Value | Promise<Value>,
    options?: number | { timeout?: number; interval?: number },
  ): Promise<Awaited<Value>>
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
export declare const expectTypeOf: typeof ExpectTypeOf
export declare function assertType<Type>(value: Type): void
export declare const onTestFinished: CallBack
export declare const onTestFailed: CallBack
export declare const vi: Vi
export declare const vitest: Vi
export declare const jest: Vi
type MockOf<Fn extends Procedure> = Mock<Fn>
type MockedFunctionOf<Fn extends Procedure> = MockedFunction<Fn>
type MockedOf<Target> = Mocked<Target>
export declare namespace jest {
  // biome-ignore-start lint/suspicious/noExplicitAny: as in Jest's own types, of a function, or of its value and its parameters.
  export type Mock<T = Procedure, Values extends any[] = any[]> = MockOf<
    T extends Procedure ? T : (...values: Values) => T
  >
  // biome-ignore-end lint/suspicious/noExplicitAny: as above.
  export type MockedFunction<Fn extends Procedure> = MockedFunctionOf<Fn>
  export type Mocked<Target> = MockedOf<Target>
  export type Spied<Fn extends Procedure> = MockOf<Fn>
  export type SpiedFunction<Fn extends Procedure> = MockOf<Fn>
  export type SpyInstance<Fn extends Procedure = Procedure> = MockOf<Fn>
}
