// Test files may also use it without an import.

type All = typeof import('vitest')
declare global {
  const describe: All['describe']
  const fdescribe: All['describe']
  const suite: All['describe']
  const xdescribe: All['describe']
  const test: All['test']
  const it: All['it']
  const fit: All['it']
  const xit: All['it']
  const xtest: All['it']
  const beforeAll: All['beforeAll']
  const beforeEach: All['beforeEach']
  const afterAll: All['afterAll']
  const afterEach: All['afterEach']
  const expect: All['expect']
  const expectTypeOf: All['expectTypeOf']
  const assertType: All['assertType']
  const onTestFinished: All['onTestFinished']
  const onTestFailed: All['onTestFailed']
  const vi: All['vi']
  const jest: All['vi']
  namespace jest {
    type Mock<T = import('vitest').Mock, Values extends unknown[] = never[]> = import('vitest').jest.Mock<
      T,
      Values
    >
    type MockedFunction<Fn extends (...values: never[]) => unknown> = import('vitest').MockedFunction<Fn>
    type Mocked<Target> = import('vitest').Mocked<Target>
    type SpyInstance = import('vitest').Mock
    /** What matchers that tests add return. */
    interface CustomMatcherResult {
      pass: boolean
      message: () => string
    }
    /** For matchers that tests add. */
    interface Matchers<R, T = unknown> {}
  }

  /** How often a built-in function was called, for tests of challenges that don't allow it. */
  function countCalls(name: string): number

  // What collections that were written for Node use of it.
  var global: typeof globalThis
  namespace NodeJS {
    type Timeout = ReturnType<typeof setTimeout>
  }
  interface ErrorConstructor {
    captureStackTrace(target: object, above?: unknown): void
    stackTraceLimit: number
  }
}

export {}
