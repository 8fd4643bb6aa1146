import { captureConsole, finish } from './report.js'

/** Runs plain JavaScript in a worker, which can be terminated however busy it is. */
export function startWorker() {
  const send = postMessage.bind(globalThis)
  // The worker inherits the page's policy, which requires Trusted Types. Any script may run here.
  globalThis.trustedTypes?.createPolicy('default', { createScript: same, createScriptURL: same })
  const latestError = captureConsole(send)
  addEventListener(
    'message',
    async ({ data }) => {
      try {
        // As a classic script, so that its top-level const and let are visible to the tests.
        importScripts(URL.createObjectURL(new Blob([data.javascript], { type: 'text/javascript' })))
      } catch (error) {
        // Includes the line number, as an error in a page does.
        reportError(error)
      }
      await finish(data, latestError(), send)
    },
    { once: true },
  )
}

const same = (text) => text
