// Runs in the frame and in its worker, next to learners' code, which could replace globals: save what is needed later
// first.

/** Evaluates the library that the parent page sent; the scripts of this page have none of their own. */
export const loadLibrary = (script) => new Function(`'use strict'\n${script}\nreturn challengeLibrary`)()

// Learners' code may replace them.
const Parsed = globalThis.Function
const later = globalThis.setTimeout

/** Runs the tests, or reports the syntax error that kept the code from running. */
export async function finish({ javascript, tests }, latestError, library, send) {
  if (latestError === null || parses(javascript)) return runTests(tests, library, send)
  send({ type: 'syntax-error', ...latestError })
  send({ type: 'done' })
}

function parses(code) {
  try {
    return new Parsed(code) !== null
  } catch (error) {
    return error.name !== 'SyntaxError'
  }
}

/** Evaluates each test's expression in the finished page, one after the other. */
async function runTests(tests, { isSame, print, shorten }, send) {
  // Code whose promises never settle down ends here.
  await new Promise((done) => later(done))
  // Learners' code may declare the same name.
  const Expression = globalThis.Function
  for (const { id, input, expectedOutput } of tests) {
    try {
      const got = await new Expression(`return (${input}\n)`)()
      send({ type: 'result', testId: id, passed: isSame(got, JSON.parse(expectedOutput)), got: print(got) })
    } catch (error) {
      send({ type: 'result', testId: id, passed: false, error: shorten(String(error)) })
    }
  }
  send({ type: 'done' })
}
