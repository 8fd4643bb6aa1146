import { leaveFocus, steadyFocus, withoutBubbles } from './focus.js'
import { lockIntrinsics } from './lock.js'
import { runModules } from './modules.js'
import { finish, loadLibrary } from './report.js'

/** One run per frame: the parent page creates a new frame each time, and removes it to stop everything in it. */
export function startFrame({ platform, workerSource }) {
  const above = window.parent
  const begin = (event) => {
    if (event.source !== above || event.origin !== platform || event.data.type !== 'run') return
    event.stopImmediatePropagation()
    removeEventListener('message', begin)
    const { request } = event.data
    const [port] = event.ports
    if (request.kind === 'javascript' || request.in === 'worker') runInWorker(request, workerSource, port)
    else void runInPage(request, openPort(port))
  }
  addEventListener('message', begin)
  if (above !== window) above.postMessage({ type: 'ready' }, platform)
}

/** Learners' code has no way to this port: messages posted to the parent's window are no results. */
function openPort(port) {
  const send = port.postMessage.bind(port)
  const elements = document.getElementsByTagName('*')
  port.onmessage = () => send({ type: 'pong', elements: elements.length })
  return send
}

/** The worker has the port to itself. */
function runInWorker(request, workerSource, port) {
  installTrustedTypes()
  const worker = new Worker(URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' })))
  worker.addEventListener('error', (event) => event.preventDefault())
  worker.postMessage(request, [port])
}

async function runInPage(request, send) {
  closeNetwork()
  if (request.tests.length > 0) steadyFocus()
  else leaveFocus()
  withoutBubbles()
  if (request.kind === 'modules') return runModules(request, send)
  const { html, css, javascript } = request
  const library = loadLibrary(request.library)
  lockIntrinsics()
  const latestError = library.captureConsole(send)
  send({ type: 'started' })
  const page = new DOMParser().parseFromString(html, 'text/html')
  document.documentElement.replaceWith(document.adoptNode(page.documentElement))
  document.head.append(element('style', css))
  // Scripts that were parsed for another document never run; new elements do.
  for (const inert of document.querySelectorAll('script')) {
    const live = element('script', inert.text)
    for (const { name, value } of inert.attributes) live.setAttribute(name, value)
    inert.replaceWith(live)
  }
  document.body.append(element('script', javascript))
  const scriptError = latestError()
  // The frame's own event fired long ago, but the code waits for one.
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }))
  dispatchEvent(new Event('load'))
  await finish(request, scriptError, library, send)
}

/**
 * Blocks peer connections, which no resource directive covers. Learners' code runs in one realm, from which their
 * constructors are removed. Code in a second realm would need a frame with `srcdoc` or a `javascript:` URL, which
 * Trusted Types check with the policy below. (A frame without its own document has another origin.)
 */
function closeNetwork() {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (/^(?:webkit)?RTC/.test(name)) delete globalThis[name]
  }
  // It can compute names of elements and attributes.
  delete globalThis.XSLTProcessor
  installTrustedTypes()
}

const htmlSinks =
  /^(?:(?:Element|ShadowRoot) (?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe)|Range createContextualFragment|DOMParser parseFromString|Document parseHTMLUnsafe|Document execCommand)$/

/**
 * Checks all text that becomes markup or code. Attribute names appear literally in markup, except with XML entities
 * or in pieces with document.write, which are both rejected.
 */
function installTrustedTypes() {
  globalThis.trustedTypes?.createPolicy('default', {
    createHTML: (text, _type, sink) =>
      htmlSinks.test(sink) && !/<!entity/i.test(text) ? text.replace(/srcdoc/gi, 'src-doc') : null,
    createScript: (text, _type, sink) => (/^Location/.test(sink) ? null : text),
    createScriptURL: (url) => url,
  })
  // Code could ask it for HTML for one sink and use that in another.
  if (globalThis.TrustedTypePolicyFactory) delete globalThis.TrustedTypePolicyFactory.prototype.defaultPolicy
}

function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
