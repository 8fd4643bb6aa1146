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
  const vi: All['vi']
  const jest: All['vi']
}

export {}
