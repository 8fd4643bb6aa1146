import { lockIntrinsics } from './lock.js'
import { runModules } from './modules.js'
import { finish, loadLibrary } from './report.js'

/** Runs plain JavaScript in a worker, which can be terminated however busy it is. */
export function startWorker() {
  // The worker inherits the page's policy, which requires Trusted Types. Any script may run here.
  globalThis.trustedTypes?.createPolicy('default', { createScript: same, createScriptURL: same })
  addEventListener(
    'message',
    async ({ data, ports: [port] }) => {
      const send = port.postMessage.bind(port)
      if (data.kind === 'modules') return runModules(data, send)
      const library = loadLibrary(data.library)
      lockIntrinsics()
      const latestError = library.captureConsole(send)
      send({ type: 'started' })
      try {
        // As a classic script, so that its top-level const and let are visible to the tests.
        importScripts(URL.createObjectURL(new Blob([data.javascript], { type: 'text/javascript' })))
      } catch (error) {
        // Includes the line number, as an error in a page does.
        reportError(error)
      }
      await finish(data, latestError(), library, send)
    },
    { once: true },
  )
}

const same = (text) => text
