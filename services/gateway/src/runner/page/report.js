// Runs in the frame and in its worker, next to learners' code, which could replace globals: save what is needed later
// first.

const maxEntries = 200
const maxText = 2_000

/** Formats a value as a learner would write it. */
function show(value) {
  return shorten(write(value))
}

function shorten(text) {
  return text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text
}

function write(value) {
  try {
    return inFull(value, [])
  } catch {
    // A getter that throws, or more levels than the stack has.
    return Object.prototype.toString.call(value)
  }
}

/** JSON, spaced as in the tests' expectations; what JSON has no text for as code has it. */
function inFull(value, above) {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null || value instanceof Error) return String(value)
  if (typeof value.outerHTML === 'string') return value.outerHTML
  if (typeof value.toJSON === 'function') return inFull(value.toJSON(), above)
  if (above.includes(value)) return '[Circular]'
  const within = [...above, value]
  if (Array.isArray(value) || value instanceof Map || value instanceof Set) {
    return `[${Array.from(value, (item) => inFull(item, within)).join(', ')}]`
  }
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${inFull(item, within)}`,
  )
  return `{${entries.join(', ')}}`
}

/**
 * Sends console output and uncaught errors, up to a limit.
 * @param runningTest returns the id of the test that is running, or null
 * @returns the latest uncaught error
 */
export function captureConsole(send, runningTest = () => null) {
  let entries = 0
  const note = (level, values) => {
    entries += 1
    if (entries > maxEntries) return
    const text = values.map((value) => (typeof value === 'string' ? value : show(value))).join(' ')
    const testId = runningTest()
    send({ type: 'console', level, text: shorten(text), ...(testId !== null && { testId }) })
  }
  for (const level of ['debug', 'log', 'info', 'warn', 'error']) {
    console[level] = (...values) => note(level, values)
  }
  let latest = null
  addEventListener('error', (event) => {
    // A syntax error names how the script came into the page, of which its author knows nothing.
    const message = (event.message ?? 'Error').replace(
      /Failed to execute '(?:append|importScripts)' on '\w+': /,
      '',
    )
    latest = { text: shorten(message), line: event.lineno || null }
    note('error', [latest.text])
  })
  addEventListener('unhandledrejection', (event) => note('error', [`Uncaught (in promise) ${event.reason}`]))
  addEventListener('securitypolicyviolation', (event) =>
    note('error', [`Blocked: there is no network here (${event.blockedURI})`]),
  )
  return () => latest
}

// Learners' code may replace them.
const Parsed = globalThis.Function
const later = globalThis.setTimeout

/** Runs the tests, or reports the syntax error that kept the code from running. */
export async function finish({ javascript, tests }, latestError, send) {
  if (latestError === null || parses(javascript)) return runTests(tests, send)
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
async function runTests(tests, send) {
  // Code whose promises never settle down ends here.
  await new Promise((done) => later(done))
  // Learners' code may declare the same name.
  const Expression = globalThis.Function
  for (const { id, input, expectedOutput } of tests) {
    try {
      const got = await new Expression(`return (${input}\n)`)()
      send({ type: 'result', testId: id, passed: isSame(got, JSON.parse(expectedOutput)), got: show(got) })
    } catch (error) {
      send({ type: 'result', testId: id, passed: false, error: shorten(String(error)) })
    }
  }
  send({ type: 'done' })
}

/** Whether a value equals this JSON. The JSON limits the depth, so circular structures are fine. */
function isSame(got, expected) {
  if (typeof expected !== 'object' || expected === null) return got === expected
  if (typeof got !== 'object' || got === null || Array.isArray(got) !== Array.isArray(expected)) return false
  const keys = Object.keys(expected)
  return (
    Object.keys(got).length === keys.length &&
    keys.every((key) => Object.hasOwn(got, key) && isSame(got[key], expected[key]))
  )
}
