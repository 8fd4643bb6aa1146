import { captureConsole, finish } from './report.js'

/** Plain JavaScript, apart from every page: it can be ended however busy it is. */
export function startWorker() {
  const send = postMessage.bind(globalThis)
  // The worker inherits the page's policy, which requires Trusted Types. Any script may run here.
  globalThis.trustedTypes?.createPolicy('default', { createScript: same, createScriptURL: same })
  const latestError = captureConsole(send)
  addEventListener(
    'message',
    async ({ data }) => {
      try {
        // As a script, so that what it declares with const and let is there for the tests.
        importScripts(URL.createObjectURL(new Blob([data.javascript], { type: 'text/javascript' })))
      } catch (error) {
        // Names the line, as an error in a page does.
        reportError(error)
      }
      await finish(data, latestError(), send)
    },
    { once: true },
  )
}

const same = (text) => text
